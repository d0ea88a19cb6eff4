import { emailKey } from '@burgee/contracts/wire';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The key of an address was the lower-case text, and stays the same for plain ASCII. If several accounts have the same
 * new key, the oldest gets it. Each of the others gets its id as the key, so that only its exact spelling finds it.
 */
export class EmailKeys1760000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('lock table auth.users in share row exclusive mode');
    const changed = `octet_length(email) <> char_length(email)`;
    const users: { id: string; email: string }[] = await runner.query(
      `select id, email from auth.users where ${changed} order by created_at, id`,
    );
    await runner.query(`update auth.users set email_key = id::text where ${changed}`);
    for (const { id, email } of users)
      await runner.query(
        `update auth.users set email_key = $2
         where id = $1 and not exists (select from auth.users where email_key = $2)`,
        [id, emailKey(email)],
      );
    await runner.query(`create index if not exists users_colliding on auth.users (email) where email_key = id::text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index auth.users_colliding');
    await runner.query('update auth.users set email_key = lower(btrim(email))');
  }
}
