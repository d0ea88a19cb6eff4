import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index to count and list open change requests, however many closed ones a project has. */
export class OpenChangeRequests1760000000034 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index change_requests_open on flags.change_requests (project_id, created_at, id) where closed_at is null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index flags.change_requests_open');
  }
}
