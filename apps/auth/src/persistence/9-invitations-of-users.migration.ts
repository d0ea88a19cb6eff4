import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The invitation that let an account register: the index lets each link register one account. Null: needed none. */
export class InvitationsOfUsers1760000000009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table auth.users add column invitation_hash text');
    await runner.query(`
      create unique index users_invitation_hash on auth.users (invitation_hash) where invitation_hash is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table auth.users drop column invitation_hash');
  }
}
