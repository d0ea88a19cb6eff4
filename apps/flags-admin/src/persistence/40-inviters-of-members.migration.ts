import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The inviter of a member. Null for the creator of the project and for earlier members, whose invitations are deleted. */
export class InvitersOfMembers1760000000040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table flags.members add column invited_by uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table flags.members drop column invited_by');
  }
}
