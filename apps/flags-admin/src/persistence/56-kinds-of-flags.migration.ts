import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a flag is for and the day it should end. SDKs receive neither. */
export class KindsOfFlags1760000000056 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table flags.flags add column kind text, add column ends_on date');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table flags.flags drop column kind, drop column ends_on');
  }
}
