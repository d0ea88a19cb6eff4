import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One row per registration of an origin, so that a look-up can stop at the first. `origin_v1` reads all of them. */
export class OriginsOneByOne1760000000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create view sdk_read.origin_v2 as
      select url as origin from flags.environments where url is not null and flags.current_timeline() is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view sdk_read.origin_v2');
  }
}
