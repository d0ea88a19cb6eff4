import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';

const { root } = sharedCluster();

/** An untagged template that reads like SQL and has something put into it. The tag `sql` makes parameters of that. */
const TEMPLATE = /(?<!\bsql(?:<[^`]*>)?)`([^`]*)`/g;
const SQL =
  /\b(select\s[^`]*\bfrom|insert\s+into|update\s+\w+[.\w]*\s+set|delete\s+from|grant|revoke|alter\s+role|create\s+(role|database|schema))\b/i;

/** Statements that cannot take parameters, made of names from our own code: roles, schemas, constants. */
const MADE_OF_OUR_OWN_NAMES = new Set([
  'apps/audit/src/persistence/chained-entries/maintain.ts',
  'apps/audit/src/persistence/chained-entries/noted-with-restores.ts',
  'apps/audit/src/persistence/chained-entries/record.ts',
  'apps/audit/src/read/newest-of-range.ts',
  'apps/usage/src/persistence/functions/record.ts',
  'apps/flags-admin/src/roles/environment-roles.ts',
  'apps/flags-admin/src/webhooks/create-deliveries.ts',
  'apps/operator/src/backup/back-up.ts',
  'apps/operator/src/backup/check-target.ts',
  'apps/operator/src/backup/fill-tables.ts',
  'apps/operator/src/backup/list-tables.ts',
  'apps/operator/src/backup/restore.ts',
  'apps/operator/src/migrate/prepare-database.ts',
  'apps/sdk-gateway/src/postgres/read-views.ts',
  'libs/outbox/src/dead-letters.ts',
  'libs/service-kit/src/database/wait-for-postgres.ts',
  'tools/src/bench/unleash.ts',
]);

/** Nothing of a caller reaches a migration. */
const MIGRATION = /\/persistence\/\d+-[a-z-]+\.migration\.ts$/;

/** The dashboard runs in browsers, and has buttons named like statements. */
function sources(): string[] {
  return ['apps', 'libs', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file))
      .filter(
        (file) =>
          /\/src\/.*\.ts$/.test(file) &&
          !file.endsWith('spec.ts') &&
          !/node_modules|^libs\/testing|^apps\/dashboard/.test(file),
      ),
  );
}

const interpolated = (text: string) =>
  [...text.matchAll(TEMPLATE)]
    .map(([, inner = '']) => inner)
    .filter((inner) => inner.includes('${') && SQL.test(inner));

describe('SQL in the code', () => {
  it('S35 takes values as parameters, never as text', () => {
    const files = sources();
    expect(files.length).toBeGreaterThan(150);
    const offenders = files.filter((file) => interpolated(readFileSync(join(root, file), 'utf8')).length > 0);
    expect(offenders.filter((file) => !MIGRATION.test(file) && !MADE_OF_OUR_OWN_NAMES.has(file))).toEqual([]);
  });

  it('S35 would be seen if it did not', () => {
    expect(interpolated('query(`select * from users where name = ${name}`)')).toHaveLength(1);
    expect(interpolated('query(`delete from users where name = ${name}`)')).toHaveLength(1);
    expect(interpolated('manager.sql<Row[]>`select * from users where name = ${name}`')).toEqual([]);
    expect(interpolated('manager.sql`select * from users where name = ${name}`')).toEqual([]);
  });
});
