import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PasswordVersion1760000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table auth.users add column password_version integer not null default 1');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table auth.users drop column password_version');
  }
}
