import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores the account that created each project, which counts toward its quota. For older projects it is the longest
 * owner.
 */
export class ProjectMakers1760000000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table flags.projects add column created_by uuid');
    await runner.query(`
      update flags.projects p set created_by = (
        select m.user_id from flags.members m
        where m.project_id = p.id and m.role = 'owner'
        order by m.created_at, m.user_id
        limit 1)`);
    await runner.query('create index projects_created_by on flags.projects (created_by)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table flags.projects drop column created_by');
  }
}
