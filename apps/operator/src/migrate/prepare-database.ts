import { DATABASE_APPS, type DatabaseApp, databaseRole, formatEngineUrl, parseEngineUrl } from '@burgee/contracts/wire';
import { connectToPostgres, type PostgresConnection, PostgresClient } from '@burgee/process-kit';
import type { SchemaDefinition } from '@burgee/service-kit/database';
import pg from 'pg';
import { DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { scramVerifier } from './scram-verifier.js';

/** Key of the advisory lock: one migration at a time on a server. */
export const MIGRATION_LOCK = 7_214_001;

/**
 * Limits that Postgres keeps itself, as settings of the roles: they also hold behind a pooler, which refuses them at the start
 * of a connection. They end what the driver has given up after its own limit of 2 s.
 */
const LIMITS = { statement_timeout: '2s', lock_timeout: '1s', idle_in_transaction_session_timeout: '5s' };
const ROLE_SETTINGS: Record<DatabaseApp, Record<string, string>> = {
  auth: LIMITS,
  'flags-admin': LIMITS,
  audit: LIMITS,
  'audit-maintenance': LIMITS,
  usage: LIMITS,
  // To plan its queries each time costs more than to run them: 0.27 ms against 0.12.
  'sdk-gateway': { ...LIMITS, plan_cache_mode: 'force_generic_plan' },
};

/** Creates the roles of the services, or gives them their passwords again. */
export async function prepareRoles(
  client: pg.ClientBase,
  database: string,
  passwordOf: (app: DatabaseApp) => string,
): Promise<void> {
  for (const app of DATABASE_APPS) {
    const role = databaseRole(database, app);
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role]);
    const verb = rowCount ? 'alter' : 'create';
    await client.query(
      `${verb} role ${client.escapeIdentifier(role)} login password ${client.escapeLiteral(scramVerifier(passwordOf(app)))}`,
    );
    for (const [setting, value] of Object.entries(ROLE_SETTINGS[app]))
      await client.query(`alter role ${client.escapeIdentifier(role)} set ${setting} = ${client.escapeLiteral(value)}`);
  }
}

/** pg, with our client. */
const DRIVER = {
  ...pg,
  Pool: class extends pg.Pool {
    constructor(config: pg.PoolConfig) {
      super({ ...config, Client: PostgresClient as unknown as pg.PoolConfig['Client'] });
    }
  },
};

/** The database as TypeORM reaches it. */
export const ownDataSource = (
  connection: PostgresConnection,
  options: Partial<PostgresDataSourceOptions> = {},
): DataSource =>
  new DataSource({ ...options, type: 'postgres', driver: DRIVER, extra: connection, installExtensions: false });

/** Runs what is pending, each migration in a transaction of its own. @param runner runs them in the transaction that it is in */
export async function runMigrations(
  connection: PostgresConnection,
  { schemas, migrations }: SchemaDefinition,
  runner?: QueryRunner,
): Promise<void> {
  const source = ownDataSource(connection, { schema: schemas[0], migrations, migrationsTableName: 'migrations' });
  await source.initialize();
  try {
    const executor = new MigrationExecutor(source, runner);
    executor.transaction = runner ? 'none' : 'each';
    await executor.executePendingMigrations();
  } finally {
    await source.destroy();
  }
}

/** Gives every service exactly what its grants name. To be called in a transaction. */
export async function grant(client: pg.ClientBase, database: string, definitions: SchemaDefinition[]): Promise<void> {
  for (const app of DATABASE_APPS) {
    const role = client.escapeIdentifier(databaseRole(database, app));
    for (const schema of definitions.flatMap((definition) => definition.schemas)) {
      for (const things of ['tables', 'functions'])
        await client.query(`revoke all on all ${things} in schema ${schema} from ${role}`);
      await client.query(`grant usage on schema ${schema} to ${role}`);
    }
    const own = definitions.flatMap(({ grants }) => grants).filter(({ to }) => to === app);
    for (const sql of own.flatMap((one) => one.sql)) await client.query(`grant ${sql} to ${role}`);
  }
}

/** Roles, schemas, migrations and grants, all idempotent, behind one lock. */
export async function prepareDatabase(
  connection: PostgresConnection,
  definitions: SchemaDefinition[],
  passwordOf: (app: DatabaseApp) => string,
): Promise<void> {
  await createDatabase(connection);
  const client = await connectToPostgres(connection);
  try {
    if (client.pooler !== 'none')
      throw new Error('A pooler is between the migration and Postgres. Let DATABASE_URL name Postgres itself.');
    const database = client.database ?? '';
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await prepareRoles(client, database, passwordOf);
    for (const definition of definitions) {
      for (const schema of definition.schemas) await client.query(`create schema if not exists ${schema}`);
      await runMigrations(connection, definition);
    }
    await client.query('begin');
    await grant(client, database, definitions);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** A new private Postgres has no database of ours. */
export async function createDatabase(connection: PostgresConnection): Promise<void> {
  const url = parseEngineUrl(connection.connectionString);
  const name = decodeURIComponent(url.path.slice(1));
  const maintenance = { ...connection, connectionString: formatEngineUrl({ ...url, path: '/postgres' }) };
  let client: pg.Client | undefined;
  try {
    client = await connectToPostgres(maintenance);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } catch (error) {
    // Another server may not let us look at its list; connecting to the database shows whether it exists.
    if ((error as { code?: string }).code === '42P04') return;
    await (await connectToPostgres(connection)).end();
  } finally {
    await client?.end();
  }
}
