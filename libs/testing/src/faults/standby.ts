import { chownSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPostgres } from '@burgee/launcher';
import pg from 'pg';
import { eventually } from '../eventually.js';
import { FAST_POSTGRES } from '../cluster/postgres-template.js';
import { FaultProxy } from './fault-proxy.js';
import { TestEngine } from './parts.js';
import type { TestCluster } from './test-cluster.js';

/** An asynchronous streaming standby of a cluster's Postgres. It takes queries. */
export interface Standby {
  server: TestEngine;
  /** The link that it receives changes through. */
  link: FaultProxy;
  /** Asks its copy of Burgee's database as the superuser. */
  query: <T extends object>(sql: string, values?: unknown[]) => Promise<T[]>;
  /** Resolves when it has replayed all that the primary has written. */
  caughtUp: () => Promise<void>;
  /** Resolves when it takes writes. */
  promote: () => Promise<void>;
  stop: () => Promise<void>;
}

async function ask<T extends object>(connectionString: string, sql: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<T>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** Gives the cluster's Postgres a standby that starts as a copy of its data. Stops the primary while it copies. */
export async function startStandby({ postgres, databaseUrl }: TestCluster): Promise<Standby> {
  const link = await FaultProxy.to(postgres.port);
  const { username, password } = new URL(databaseUrl);
  await postgres.stop();
  const dataDir = `${postgres.stoppedData}-standby`;
  const primary = `host=127.0.0.1 port=${link.port} user=${username} password=${password}`;
  const { process, port } = await createPostgres({
    dataDir,
    logFile: `${dataDir}.log`,
    password,
    restart: false,
    settings: [...FAST_POSTGRES, `primary_conninfo=${primary}`],
    template: postgres.stoppedData,
  });
  await postgres.start();
  const { uid, gid } = statSync(join(dataDir, 'PG_VERSION'));
  const signal = join(dataDir, 'standby.signal');
  writeFileSync(signal, '');
  chownSync(signal, uid, gid);
  await process.start();
  const url = new URL(databaseUrl);
  url.port = String(port);
  const server = new TestEngine({ name: 'postgres', url: url.href, process, urlFor: () => url.href });
  const query: Standby['query'] = (sql, values) => ask(url.href, sql, values);
  return {
    server,
    link,
    query,
    caughtUp: async () => {
      // audit's commits are acknowledged before they are written.
      const [row] = await ask<{ lsn: string }>(databaseUrl, 'select pg_current_wal_insert_lsn()::text as lsn');
      await eventually(async () => {
        const [is] = await query<{ there: boolean }>('select pg_last_wal_replay_lsn() >= $1::pg_lsn as there', [
          row?.lsn,
        ]);
        if (!is?.there) throw new Error(`the standby has not replayed ${row?.lsn}`);
      });
    },
    promote: async () => {
      const [is] = await query<{ promoted: boolean }>('select pg_promote() as promoted');
      if (!is?.promoted) throw new Error('the standby was not promoted');
    },
    stop: async () => {
      await server.stop();
      await link.close();
    },
  };
}
