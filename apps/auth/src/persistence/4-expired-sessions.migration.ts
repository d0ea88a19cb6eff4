import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExpiredSessions1760000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index sessions_by_expiry on auth.sessions (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index auth.sessions_by_expiry');
  }
}
