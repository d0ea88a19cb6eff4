import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Open invitations that name an address, for auth, which mails them. */
export class InvitationsByMail1760000000054 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create view flags.invitation_to_mail_v1 as
      select i.token_hash, i.email, i.email_key, i.role, i.invited_by, p.name as project_name, i.created_at, i.expires_at
      from flags.invitations i join flags.projects p on p.id = i.project_id
      where i.email is not null and i.expires_at > now()`);
    await runner.query('create index invitations_to_mail on flags.invitations (created_at) where email is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index flags.invitations_to_mail');
    await runner.query('drop view flags.invitation_to_mail_v1');
  }
}
