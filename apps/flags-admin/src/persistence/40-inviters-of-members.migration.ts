import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who invited a member. Null for who created the project, and for members of before, whose invitation is deleted. */
export class InvitersOfMembers1760000000040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table flags.members add column invited_by uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table flags.members drop column invited_by');
  }
}
