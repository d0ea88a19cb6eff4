import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A change request can have a plan, the steps of a schedule, as its content, and a schedule keeps its comment and its
 * approval. A replica of the previous release writes none of these, and does not run a schedule in review.
 */
export class Plans1760000000041 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table flags.change_requests add column plan jsonb');
    await runner.query(`
      alter table flags.schedules
        add column comment text, add column change_request_id uuid, add column approval jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table flags.schedules drop column comment, drop column change_request_id, drop column approval`);
    await runner.query('alter table flags.change_requests drop column plan');
  }
}
