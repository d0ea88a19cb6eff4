import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index that counts the dead letters of one project without reading other projects. */
export class DeadLettersOfProjects1760000000015 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index outbox_dead_letters_of_project on flags.outbox ((payload ->> 'project_id'), created_at)
      where dead_lettered_at is not null and kind = 'audit'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index flags.outbox_dead_letters_of_project');
  }
}
