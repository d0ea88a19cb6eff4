import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The fields of a flag for people: tags, owner, creator. SDKs receive none of them. */
export class TagsAndOwners1760000000021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table flags.flags
        add column tags text[] not null default '{}', add column owner_id uuid, add column created_by uuid`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table flags.flags drop column tags, drop column owner_id, drop column created_by');
  }
}
