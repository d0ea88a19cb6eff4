import { connectToPostgres, type PostgresConnection } from '@burgee/process-kit';
import type { QueryRunner } from 'typeorm';
import type pg from 'pg';
import type { DatabaseOwner } from '../migrate/database-owner.js';
import { endSessionsAndInvitations } from './end-sessions-and-invitations.js';
import {
  createDatabase,
  ownDataSource,
  grant,
  MIGRATION_LOCK,
  prepareRoles,
  runMigrations,
} from '../migrate/prepare-database.js';
import { SCHEMAS } from '../migrate/schemas.js';
import type { BackupHeader } from './backup-format.js';
import { refuseUnlessEmpty, refuseWhileServicesRun } from './check-target.js';
import { recordCommand } from '../record-command.js';
import { fillTables } from './fill-tables.js';
import { type OpenBackup, openBackup } from './open-backup.js';
import type { Progress } from './progress.js';

export interface RestoreOptions {
  /** Deletes what the database holds of Burgee's. */
  replace: boolean;
  whileRunning: boolean;
  progress: Progress;
}

/** @throws when this Burgee does not know all migrations of the backup */
function refuseNewer({ migrations }: BackupHeader): void {
  const known = new Set(SCHEMAS.flatMap((definition) => definition.migrations).map(({ name }) => name));
  const unknown = Object.values(migrations)
    .flat()
    .filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new Error(`A newer Burgee has made this backup: restore with that one. Unknown here: ${unknown.join(', ')}.`);
}

/** Empty tables, as they were when the backup was made. */
async function makeTables(
  runner: QueryRunner,
  postgres: PostgresConnection,
  { migrations }: BackupHeader,
): Promise<void> {
  for (const schema of SCHEMAS.flatMap(({ schemas }) => schemas))
    await runner.query(`drop schema if exists ${schema} cascade`);
  for (const definition of SCHEMAS) {
    for (const schema of definition.schemas) await runner.query(`create schema ${schema}`);
    const executed = new Set(migrations[definition.schemas[0] ?? '']);
    const then = definition.migrations.filter(({ name }) => executed.has(name));
    await runMigrations(postgres, { ...definition, migrations: then }, runner);
  }
}

async function restoreIn(
  runner: QueryRunner,
  { postgres, passwordOf }: DatabaseOwner,
  backup: OpenBackup,
  { replace, whileRunning, progress }: RestoreOptions,
): Promise<void> {
  const client = (await runner.connect()) as pg.PoolClient;
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  const database = rows[0]?.name ?? '';
  await client.query(
    `set local statement_timeout = 0; set local lock_timeout = '10s'; set local datestyle = 'ISO'; set local timezone = 'UTC'`,
  );
  await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  if (!whileRunning) await refuseWhileServicesRun(client, database);
  if (!replace) await refuseUnlessEmpty(client);
  await makeTables(runner, postgres, backup.header);
  await fillTables(client, backup, progress);
  for (const definition of SCHEMAS) await runMigrations(postgres, definition, runner);
  await endSessionsAndInvitations(client);
  await prepareRoles(client, database, passwordOf);
  await grant(client, database, SCHEMAS);
  // What clients, Redis and gateways know of the history after the backup must not pass for this one.
  await client.query('select flags.begin_epoch()');
  await recordCommand(client, 'restore', { made_at: backup.header.made_at });
}

/**
 * Makes the database what the backup shows: tables, rows, roles, grants, and a new epoch. In one transaction, so that when
 * anything fails the database is as it was.
 */
export async function restore(owner: DatabaseOwner, file: string, options: RestoreOptions): Promise<BackupHeader> {
  const backup = await openBackup(file);
  refuseNewer(backup.header);
  await createDatabase(owner.postgres);
  // With several hosts, TypeORM tries only the last one found.
  await (await connectToPostgres(owner.postgres)).end();
  const source = ownDataSource(owner.postgres);
  await source.initialize();
  const runner = source.createQueryRunner();
  let committing = false;
  try {
    await runner.startTransaction();
    await restoreIn(runner, owner, backup, options);
    committing = true;
    await runner.commitTransaction();
    return backup.header;
  } catch (error) {
    // When the connection is gone, Postgres does it.
    await runner.rollbackTransaction().catch(() => undefined);
    const state = committing
      ? 'Postgres may have committed or not: run the command again.'
      : 'The database is as it was.';
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${state}`, { cause: error });
  } finally {
    await runner.release();
    await source.destroy();
  }
}
