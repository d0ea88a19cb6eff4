import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The person who knows the previous secret of a webhook, while it still signs. Unknown for earlier rotations. */
export class PreviousSecrets1760000000044 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table flags.webhooks add column previous_created_by uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table flags.webhooks drop column previous_created_by');
  }
}
