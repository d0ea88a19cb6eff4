import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A color for each environment, and an order. Existing environments are in the order of creation. Environments that a
 * replica of the previous release still creates come last.
 */
export class EnvironmentColors1760000000022 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table flags.environments
        add column color text not null default 'gray', add column sort_order integer not null default 1000`);
    await runner.query(`
      update flags.environments e
      set sort_order = numbered.n,
          color = case when e.protected then 'red'
                       else (array['green', 'blue', 'orange', 'violet', 'cyan', 'pink'])[(numbered.n - 1) % 6 + 1] end
      from (
        select id, row_number() over (partition by project_id order by created_at, id) as n from flags.environments
      ) numbered
      where numbered.id = e.id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table flags.environments drop column color, drop column sort_order');
  }
}
