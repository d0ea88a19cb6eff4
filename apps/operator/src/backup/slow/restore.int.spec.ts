import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE_APPS, databaseRole } from '@burgee/contracts/wire';
import { createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { DatabaseOwner } from '../../migrate/database-owner.js';
import { prepareDatabase, runMigrations } from '../../migrate/prepare-database.js';
import { SCHEMAS } from '../../migrate/schemas.js';
import { backUp } from '../back-up.js';
import { listTables } from '../list-tables.js';
import { openBackup } from '../open-backup.js';
import { restore, type RestoreOptions } from '../restore.js';
import { writeBackup } from '../write-backup.js';

/** What a format of lines could take for something else. */
const NASTY = 'a\nb\tc\\d\r\\.\n\\.\u2028 \u{1f6a9}';
const OPTIONS: RestoreOptions = { replace: false, whileRunning: false, progress: () => undefined };

let folder: string;
let source: TestDatabase;
let file: string;
const made: string[] = [];

async function ask<T extends object>(url: string, sql: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** A database that does not exist yet. */
function newTarget(): DatabaseOwner & { url: string } {
  const name = `test_${randomBytes(6).toString('hex')}`;
  made.push(name);
  const url = new URL(source.adminUrl);
  url.pathname = `/${name}`;
  return { url: url.href, postgres: { connectionString: url.href }, passwordOf: () => randomBytes(16).toString('hex') };
}

const ID = '00000000-0000-4000-8000-000000000001';
const FILL = [
  [`insert into auth.users (id, name, email, email_key, password_hash) values ($1, $2, 'a@b', 'a@b', 'hash')`, NASTY],
  [
    `insert into auth.sessions (id, user_id, secret_hash, expires_at) values ($1, $1, $2, now() + interval '1 day')`,
    'h',
  ],
  [`insert into auth.listed_administrators (user_id) select $1::uuid where $1::uuid::text <> $2::text`, ''],
  [
    `insert into auth.links (token_hash, kind, user_id, expires_at) values ($2, 'reset', $1, now() + interval '1 day')`,
    'hash',
  ],
  [`insert into auth.mails (id, kind, facts) values ($1, $2, '{}')`, 'code'],
  [
    `insert into auth.tokens (id, secret_hash, name, user_id, verbs, created_by, expires_at)
     values ($1, 'hash', $2, $1, '{read}', $1, now() + interval '1 day')`,
    NASTY,
  ],
  [
    `insert into auth.trusts (id, project_id, name, provider, issuer, audience, claims, verbs, minutes, created_by)
     values ($1, $1, $2, 'oidc', $2, $2, '{}', '{read}', 10, $1)`,
    NASTY,
  ],
  [`insert into auth.exchanged_tokens (digest, expires_at) select $2::text, now() where $1::text <> $2::text`, NASTY],
  [
    `insert into auth.identities (id, user_id, issuer, subject, groups) values ($1, $1, $2, $2, json_build_array($2::text)::jsonb)`,
    NASTY,
  ],
  [
    `insert into auth.used_logout_tokens (issuer, jti, expires_at) select $2::text, $2::text, now() where $1::text <> $2::text`,
    NASTY,
  ],
  [
    `insert into auth.mailed_invitations (invitation_hash, recipient_key, invited_by, link_hashes, expires_at)
     values ($2, $2, $1, array[$2], now())`,
    NASTY,
  ],
  [`insert into auth.mailed_notices (user_id, kind, subject_id) values ($1, $2, $1)`, NASTY],
  [
    `insert into auth.outbox (event_id, kind, payload) values ($1, 'audit', json_build_object('text', $2::text)::jsonb)`,
    NASTY,
  ],
  [
    `update auth.recorded_settings set settings = json_build_object('REGISTRATION', $2::text) where $1::text <> $2`,
    'open',
  ],
  [`insert into flags.projects (id, name, slug, created_by) values ($1, $2, 'shop', $1)`, NASTY],
  [`insert into flags.members (project_id, user_id, role) values ($1, $1, $2)`, 'owner'],
  [
    `insert into flags.invitations (id, project_id, token_hash, role, invited_by, expires_at)
     values ($1, $1, $2, 'viewer', $1, now())`,
    'token',
  ],
  [
    `insert into flags.environments (id, project_id, name, slug, icon, protected, revision)
     values ($1, $1, $2, 'dev', 'x', false, 7)`,
    NASTY,
  ],
  [
    `insert into flags.environment_origins (environment_id, position, origin) values ($1, 1, $2)`,
    'capacitor://localhost',
  ],
  [`insert into flags.sdk_keys (id, environment_id, hash, ciphertext) values ($1, $1, $2, '\\x005c0a2e00')`, 'hash'],
  [`insert into flags.client_keys (id, environment_id, hash, ciphertext) values ($1, $1, $2, '\\x005c0a2e00')`, 'hash'],
  [`insert into flags.flags (id, project_id, key, name, type) values ($1, $1, 'key', $2, 'boolean')`, NASTY],
  [
    `insert into flags.preferences (project_id, user_id, favorite_ids, views)
     values ($1, $1, array[$1::uuid], json_build_array(json_build_object('name', $2::text, 'search', ''))::jsonb)`,
    NASTY,
  ],
  [
    `insert into flags.shared_views (id, project_id, name, search, created_by) values ($1, $1, $2, 'state=on', $1)`,
    NASTY,
  ],
  [
    `insert into flags.flag_values (id, flag_id, environment_id, targeting_return_value) values ($1, $1, $1, $2)`,
    NASTY,
  ],
  [`insert into flags.lone_return_values (value_id, return_value) values ($1, $2)`, NASTY],
  [
    `insert into flags.outbox (event_id, kind, environment_id, revision, payload)
     values ($1, 'flag_updated', $1, 7, json_build_object('text', $2::text)::jsonb)`,
    NASTY,
  ],
  [
    `insert into flags.history (environment_id, revision, epoch, flag_id, flag, changed_at)
     values ($1, 7, 'epoch', $1, json_build_object('text', $2::text)::jsonb, now())`,
    NASTY,
  ],
  [
    `insert into flags.checkpoints (environment_id, revision, epoch, taken_at, flags)
     values ($1, 7, 'epoch', now(), json_build_array($2::text)::jsonb)`,
    NASTY,
  ],
  [
    `insert into flags.deleted_flags (flag_id, project_id, flag, flag_values)
     values ($1, $1, json_build_object('name', $2::text)::jsonb, '{}')`,
    NASTY,
  ],
  [
    `insert into flags.schedules
       (id, project_id, flag_id, environment_id, name, if_late, if_changed, author_id, steps, next_at, expected)
     values ($1, $1, $1, $1, $2, 'run', 'run', $1, '[]', now(), '{}')`,
    NASTY,
  ],
  [
    `insert into flags.change_requests (id, project_id, environment_id, author_id, comment, state, changes)
     values ($1, $1, $1, $1, $2, 'draft', '[]')`,
    NASTY,
  ],
  [
    `insert into flags.notices (project_id, user_id, kind, subject_id, about)
     values ($1, $1, 'plan_paused', $1, json_build_object('flag_name', $2::text)::jsonb)`,
    NASTY,
  ],
  [
    `insert into flags.webhooks (id, project_id, name, url, format, secret)
     values ($1, $1, $2, $2, 'standard', convert_to($2, 'UTF8'))`,
    NASTY,
  ],
  [
    `insert into flags.webhook_deliveries (webhook_id, event_id, type, payload, occurred_at, retry_until, answer)
     values ($1, $1, 't', json_build_object('text', $2::text)::jsonb, now(), now(), $2)`,
    NASTY,
  ],
  [
    `select audit.record(array[json_build_object('id', $1::uuid, 'action', 'flag_update', 'project_id', $1, 'user_id', $1,
       'flag_id', $1, 'created_at', now(), 'new_values', $2::text)::text],
       json_build_array(json_build_object('person_id', $1, 'name', $2)))`,
    NASTY,
  ],
  [
    `select usage.record(json_build_array(json_build_object('environment_id', $1::uuid, 'window', $1, 'reports', json_build_array(
       json_build_object('app', $2::text, 'sdk', 's', 'sdk_version', '1', 'instance', 'i',
         'flags', json_build_object('key', json_build_object('on', 1)), 'unknown', json_build_object('other', 1)))))::jsonb)`,
    NASTY,
  ],
  [
    `insert into flags.switch_off_links (id, project_id, environment_id, flag_id, name, effect, secret_hash, created_by)
     values ($1, $1, $1, $1, $2, 'off', 'hash', $1)`,
    NASTY,
  ],
  [
    `insert into flags.token_access (token_id, project_id, admitted_by) select $1::uuid, $1::uuid, $1::uuid where $1::uuid::text <> $2::text`,
    '',
  ],
  [`insert into flags.token_changes (token_id, changed) select $1::uuid, 3 where $1::uuid::text <> $2::text`, ''],
  [`insert into flags.group_roles (id, project_id, issuer, group_name, role) values ($1, $1, $2, $2, 'editor')`, NASTY],
  [`insert into flags.applied_groups (user_id, project_id, digest) values ($1, $1, $2)`, NASTY],
  [`insert into audit.anchors (chain_id, month, seq, hash) values ($1, '2026-01-01', 1, $2::text::bytea)`, 'hash'],
  [
    `insert into audit.checkpoints (chain_id, seq, hash, signed_at, kid, public_key, signature)
     values ($1, 1, $2::text::bytea, now(), $2, $2, $2)`,
    'hash',
  ],
  [
    `insert into audit.beginnings (chain_id, seq, hash, entries_since, retention_months, signed_at, kid, public_key, signature)
     values ($1, 1, $2::text::bytea, '2026-01-01', 12, now(), $2, $2, $2)`,
    'hash',
  ],
  [`insert into audit.retention (entries_since) select '2026-02-01' where $1::text <> $2::text`, ''],
] as const;

/** Tables that no backup has. */
const LEFT_OUT = ['auth.sessions', 'auth.links', 'auth.mails'];

/** What a restore makes of the content of a database: invitations go, and tokens are revoked. */
const restored = (content: Record<string, string[]>) => ({
  ...content,
  'flags.invitations': [],
  'auth.tokens': content['auth.tokens']?.map((row) => row.replace('"is_revoked": false', '"is_revoked": true')),
});

const rowsOf = (name: string) => {
  // The time of a revocation is that of the restore.
  if (name === 'auth.tokens')
    return `select (to_jsonb(t) - 'revoked_at' || jsonb_build_object('is_revoked', revoked_at is not null))::text as row from auth.tokens t`;
  // Backups and restores enter themselves in the history.
  const own = name === 'auth.outbox' ? `where payload->>'action' is distinct from 'operator_command'` : '';
  return `select t::text as row from ${name} t ${own} order by 1`;
};

/** All rows of all tables, apart from those that no backup has and what begins with each restore. */
async function contentOf(url: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const content: Record<string, string[]> = {};
    for (const { name } of await listTables(client)) {
      if ([...LEFT_OUT, 'flags.installation'].includes(name)) continue;
      const { rows } = await client.query<{ row: string }>(rowsOf(name));
      content[name] = rows.map(({ row }) => row);
    }
    return content;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burgee-backup-'));
  file = join(folder, 'whole.backup');
  source = await createTestDatabase();
  for (const [sql, text] of FILL) await ask(source.adminUrl, sql, [ID, text]);
  await backUp({ connectionString: source.adminUrl }, file, OPTIONS.progress, () => undefined);
});
afterAll(async () => {
  for (const name of made) {
    await ask(source.adminUrl, `drop database if exists ${name} with (force)`);
    for (const app of DATABASE_APPS) await ask(source.adminUrl, `drop role if exists ${databaseRole(name, app)}`);
  }
  await source?.drop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a backup', () => {
  it('is one file for its owner alone, of every table but sessions, links and mails, and overwrites none', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { header } = await openBackup(file);
    const content = await contentOf(source.adminUrl);
    expect(header.tables.map(({ name }) => name).toSorted()).toEqual(
      [...Object.keys(content), 'flags.installation'].toSorted(),
    );
    for (const { name, rows } of header.tables) expect([name, rows]).toEqual([name, 1]);
    await expect(
      backUp({ connectionString: source.adminUrl }, file, OPTIONS.progress, () => undefined),
    ).rejects.toThrow('exists already');
  });

  it('leaves no part of a file behind when it fails', async () => {
    const broken = join(folder, 'broken.backup');
    const { header } = await openBackup(file);
    const failing = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.from('row\n');
      throw new Error('the connection is gone');
    };
    await expect(writeBackup(broken, header, failing)).rejects.toThrow('the connection is gone');
    expect([existsSync(broken), existsSync(`${broken}.part`)]).toEqual([false, false]);
  });

  it('needs no sequences: they only number the migrations, which run again', async () => {
    const rows = await ask<{ name: string }>(
      source.adminUrl,
      `select schemaname || '.' || sequencename as name from pg_sequences`,
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual(
      ['audit', 'auth', 'flags', 'usage'].map((one) => `${one}.migrations_id_seq`),
    );
  });
});

describe('a restore', () => {
  it('makes database, tables, rows, roles and rights, begins a new epoch, and ends all sessions and invitations', async () => {
    const target = newTarget();
    await restore(target, file, OPTIONS);
    expect(await contentOf(target.url)).toEqual(restored(await contentOf(source.adminUrl)));
    const epoch = `select epoch, timeline = flags.current_timeline() as current from flags.installation`;
    const [before] = await ask<{ epoch: string }>(source.adminUrl, epoch);
    const [after] = await ask<{ epoch: string; current: boolean }>(target.url, epoch);
    expect([after?.epoch === before?.epoch, after?.current]).toEqual([false, true]);
    for (const table of [...LEFT_OUT, 'flags.invitations'])
      expect([table, await ask(target.url, `select from ${table}`)]).toEqual([table, []]);
    const role = databaseRole(new URL(target.url).pathname.slice(1), 'auth');
    expect(
      await ask(
        target.url,
        `select has_table_privilege($1, 'auth.users', 'insert') as own, has_table_privilege($1, 'flags.flags', 'select') as other`,
        [role],
      ),
    ).toEqual([{ own: true, other: false }]);
    // The migration job finds nothing to do.
    await prepareDatabase(target.postgres, SCHEMAS, target.passwordOf);
    expect(await contentOf(target.url)).toEqual(restored(await contentOf(source.adminUrl)));
  });

  it('refuses a database that is not empty unless it may replace it', async () => {
    const target = newTarget();
    await prepareDatabase(target.postgres, SCHEMAS, target.passwordOf);
    await ask(target.url, FILL[0][0], [ID, 'somebody else']);
    const before = await contentOf(target.url);
    await expect(restore(target, file, OPTIONS)).rejects.toThrow(/not empty: auth\.users\. .*--replace/);
    expect(await contentOf(target.url)).toEqual(before);
    await restore(target, file, { ...OPTIONS, replace: true });
    expect(await contentOf(target.url)).toEqual(restored(await contentOf(source.adminUrl)));
  });

  it('accepts a database that has run without accounts', async () => {
    const target = newTarget();
    await prepareDatabase(target.postgres, SCHEMAS, target.passwordOf);
    await ask(target.url, `select audit.drop_signed_months('2026-01-01'), audit.forget('2026-01-01', 1)`);
    await ask(target.url, `update auth.recorded_settings set settings = '{"REGISTRATION": "open"}'`);
    await restore(target, file, OPTIONS);
    expect(await contentOf(target.url)).toEqual(restored(await contentOf(source.adminUrl)));
  });

  it('refuses while a service is connected', async () => {
    const target = newTarget();
    const password = randomBytes(16).toString('hex');
    await prepareDatabase(target.postgres, SCHEMAS, () => password);
    const address = new URL(target.url);
    address.username = databaseRole(address.pathname.slice(1), 'flags-admin');
    address.password = password;
    const service = new pg.Client({ connectionString: address.href });
    await service.connect();
    await expect(restore(target, file, OPTIONS)).rejects.toThrow(`connections of ${address.username} (1)`);
    await restore(target, file, { ...OPTIONS, whileRunning: true });
    await service.end();
    expect(await contentOf(target.url)).toEqual(restored(await contentOf(source.adminUrl)));
  });

  it('that fails at its end leaves the database as it was', async () => {
    const target = newTarget();
    await restore(target, file, OPTIONS);
    const before = await contentOf(target.url);
    const { header, forEachTable } = await openBackup(file);
    const rows = new Map<string, Buffer[]>();
    await forEachTable(async (name, lines) => {
      const kept: Buffer[] = [];
      for await (const one of lines) kept.push(one);
      rows.set(name, kept);
    });
    const wrong = join(folder, 'wrong.backup');
    const tables = header.tables.map((table) => (table.name === 'audit.entries' ? { ...table, rows: 2 } : table));
    await writeBackup(wrong, { ...header, tables }, async function* ({ name }) {
      yield* rows.get(name) ?? [];
    });
    await expect(restore(target, wrong, { ...OPTIONS, replace: true })).rejects.toThrow(
      /audit\.entries has 1 rows .* made of 2\.\nThe database is as it was\./,
    );
    expect(await contentOf(target.url)).toEqual(before);
  });

  it('of an older backup runs the migrations that came after it on its rows', async () => {
    const old = newTarget();
    await ask(source.adminUrl, `create database ${new URL(old.url).pathname.slice(1)}`);
    for (const definition of SCHEMAS) {
      for (const schema of definition.schemas) await ask(old.url, `create schema ${schema}`);
      await runMigrations(old.postgres, { ...definition, migrations: definition.migrations.slice(0, 1) });
    }
    await ask(
      old.url,
      `insert into auth.users (id, name, email, email_key, password_hash) values ($1, 'Ada', $2, $2, 'hash')`,
      [ID, 'ada@bücher.example'],
    );
    await backUp(old.postgres, join(folder, 'old.backup'), OPTIONS.progress, () => undefined);
    const target = newTarget();
    await restore(target, join(folder, 'old.backup'), OPTIONS);
    expect(await ask(target.url, 'select email_key, password_version from auth.users')).toEqual([
      { email_key: 'ada@xn--bcher-kva.example', password_version: 1 },
    ]);
  });

  it('refuses the backup of a newer Burgee', async () => {
    const { header } = await openBackup(file);
    const newer = join(folder, 'newer.backup');
    const migrations = { ...header.migrations, flags: ['FromTheFuture1990000000001'] };
    await writeBackup(newer, { ...header, migrations, tables: [] }, async function* () {});
    await expect(restore(newTarget(), newer, OPTIONS)).rejects.toThrow(/newer Burgee.*FromTheFuture1990000000001/);
  });
});
