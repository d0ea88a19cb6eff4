import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Change requests that are open are counted and listed by an index of theirs, however many of a project were closed. */
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
