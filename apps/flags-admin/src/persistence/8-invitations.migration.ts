import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Invitations to projects, and a view of open ones, which auth checks at registration. */
export class Invitations1760000000008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table flags.invitations (
        id uuid primary key,
        project_id uuid not null references flags.projects on delete cascade,
        token_hash text not null constraint invitations_token_hash unique,
        email text,
        email_key text,
        role text not null check (role in ('viewer', 'editor', 'admin', 'owner')),
        invited_by uuid not null,
        created_at timestamptz(3) not null default now(),
        expires_at timestamptz(3) not null,
        constraint invitations_email unique (project_id, email_key),
        foreign key (project_id, invited_by) references flags.members on delete cascade
      )`);
    await runner.query('create index invitations_of_member on flags.invitations (project_id, invited_by)');
    await runner.query('create index invitations_expiry on flags.invitations (expires_at)');
    await runner.query(`
      create view flags.open_invitation_v1 as
      select token_hash from flags.invitations where expires_at > now()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view flags.open_invitation_v1');
    await runner.query('drop table flags.invitations');
  }
}
