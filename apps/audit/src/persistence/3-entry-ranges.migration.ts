import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Index name: the columns after the project and the action. */
const INDEXES = {
  entries_by_action: [],
  entries_by_user: ['user_id'],
  entries_by_environment: ['environment_id'],
  entries_by_user_environment: ['user_id', 'environment_id'],
  entries_by_flag: ['flag_id'],
  entries_by_flag_user: ['flag_id', 'user_id'],
  entries_by_flag_environment: ['flag_id', 'environment_id'],
  entries_by_flag_user_environment: ['flag_id', 'user_id', 'environment_id'],
};

/**
 * One index for each combination of filters, in which the matches are one range per action. `entries_by_action`
 * replaces `entries_of_project`. While Postgres builds these, audit stores nothing. Its messages wait in the outbox.
 */
export class EntryRanges1760000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(INDEXES)) {
      const all = ['project_id', ...columns, 'action', 'created_at', 'id'];
      await runner.query(`create index ${name} on audit.entries (${all.join(', ')})`);
    }
    await runner.query('drop index audit.entries_of_project');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('create index entries_of_project on audit.entries (project_id, created_at desc, id desc)');
    for (const name of Object.keys(INDEXES)) await runner.query(`drop index audit.${name}`);
  }
}
