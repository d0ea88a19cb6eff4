import type {
  ChangeRow,
  EnvironmentRevisionRow,
  FlagSet,
  FlagSetRow,
  FlagSetVersion,
  ProjectRow,
  SdkKeyRow,
  ServerRow,
} from '@burgee/contracts/wire';
import { Dependencies, driverCode, postgresLimits } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import type { Logger } from 'pino';
import { CONFIG, type SdkGatewayConfig } from '../config.js';

/** How many look-ups can be in flight. */
export const LOOKUP_CONNECTIONS = 2;
const CHANGES_AT_ONCE = 1_000;
const CHANGE_BYTES_AT_ONCE = 256 * 1024;

/**
 * The published views, read by prepared statements over two small pools. pg itself rather than TypeORM: this service owns no
 * table, has to start without Postgres, and sends the same few queries thousands of times a second.
 */
@Injectable()
export class ReadViews implements OnApplicationShutdown {
  /** A look-up never waits behind a flag set. */
  private readonly lookupPool: pg.Pool;
  private readonly pool: pg.Pool;

  constructor(@Inject(CONFIG) config: SdkGatewayConfig, @Inject(LOGGER) logger: Logger, dependencies: Dependencies) {
    dependencies.expect('postgres');
    const limits = { connectionString: config.DATABASE_URL, ...postgresLimits('burgee sdk-gateway') };
    this.lookupPool = new pg.Pool({
      ...limits,
      max: LOOKUP_CONNECTIONS,
      // A look-up is given up after 300 ms; its connection is dropped a little later, when no answer came even then.
      connectionTimeoutMillis: 600,
      query_timeout: 600,
      // Kept open: to connect again after a quiet moment takes a good part of those 300 ms on a busy machine.
      idleTimeoutMillis: 0,
      // To plan this query again each time costs more than to run it: 0.27 ms against 0.12.
      options: '-c plan_cache_mode=force_generic_plan',
    });
    this.pool = new pg.Pool({ ...limits, max: 4 });
    for (const pool of [this.lookupPool, this.pool])
      pool.on('error', (error) => logger.debug({ err: error }, 'an idle connection to postgres broke'));
  }

  /** The rows of those keys that open an environment, and those origins that are registered. */
  async lookUp(keyHashes: string[], origins: string[]): Promise<{ keys: SdkKeyRow[]; origins: string[] }> {
    const rows = await queryTwice<SdkKeyRow & { origin: string | null }>(this.lookupPool, {
      name: 'key-lookup',
      text: `select key_hash, environment_id, epoch, revision, null as origin
             from sdk_read.sdk_key_v1 where key_hash = any($1::text[])
             union all
             select null, null, null, null, origin from sdk_read.origin_v1 where origin = any($2::text[])`,
      values: [keyHashes, origins],
    });
    return {
      keys: rows.filter((row) => row.origin === null),
      origins: rows.flatMap((row) => row.origin ?? []),
    };
  }

  /** The timeline of the server; '' when it cannot name one. */
  async timeline(): Promise<string> {
    const { rows } = await this.pool.query<ServerRow>('select timeline from sdk_read.server_v1');
    return rows[0]?.timeline ?? '';
  }

  async flagSet(environmentId: string): Promise<FlagSet | undefined> {
    const { rows } = await this.pool.query<Omit<FlagSetRow, 'environment_id'>>({
      name: 'flag-set',
      // Decoded in a few ms per MB; text with emoji takes several times as long.
      text: `select epoch, revision, encode(convert_to(body, 'UTF8'), 'base64') as body
             from sdk_read.flag_set_v2 where environment_id = $1`,
      values: [environmentId],
    });
    const [row] = rows;
    return row && { environmentId, epoch: row.epoch, revision: row.revision, body: Buffer.from(row.body, 'base64') };
  }

  async projectOf(environmentId: string): Promise<ProjectRow | undefined> {
    const { rows } = await this.pool.query<ProjectRow>({
      name: 'project',
      text: 'select environment_id, project_id, account_id from sdk_read.project_v1 where environment_id = $1',
      values: [environmentId],
    });
    return rows[0];
  }

  /** The changes after `revision`, in order, at most a thousand, and those that a quarter of a megabyte holds; one at least. */
  async changesAfter(environmentId: string, revision: number): Promise<ChangeRow[]> {
    const { rows } = await this.pool.query<ChangeRow>({
      name: 'changes',
      text: `select environment_id, revision, kind, data, epoch, occurred_at, traceparent
             from (
               select c.*, sum(bytes) over (order by revision rows unbounded preceding) - bytes as bytes_before
               from sdk_read.change_v2 c
               where environment_id = $1 and revision > $2
               order by revision limit ${CHANGES_AT_ONCE}
             ) c
             where bytes_before < ${CHANGE_BYTES_AT_ONCE} order by revision`,
      values: [environmentId, revision],
    });
    return rows;
  }

  /** How far each of these environments has come, and which of these keys still open one. */
  async latest(
    environmentIds: readonly string[],
    keyHashes: readonly string[],
  ): Promise<{ environments: EnvironmentRevisionRow[]; liveKeys: Set<string> }> {
    const { rows } = await this.pool.query<EnvironmentRevisionRow & { key_hash: string | null }>({
      name: 'latest',
      text: `select environment_id, epoch, revision, null as key_hash
             from sdk_read.environment_v1 where environment_id = any($1::uuid[])
             union all
             select null, null, null, key_hash from sdk_read.sdk_key_v1 where key_hash = any($2::text[])`,
      values: [environmentIds, keyHashes],
    });
    return {
      environments: rows.filter((row) => row.key_hash === null),
      liveKeys: new Set(rows.flatMap((row) => row.key_hash ?? [])),
    };
  }

  /**
   * Reports a revision that Postgres once gave out. When its own is lower in the same epoch, it has lost history (a restore,
   * a failover), and begins a new epoch.
   * @returns whether it did so now
   */
  async reportLostHistory({ environmentId, epoch, revision }: FlagSetVersion): Promise<boolean> {
    const { rows } = await this.pool.query<{ lost: boolean }>({
      name: 'lost-history',
      text: 'select sdk_read.report_lost_history_v1($1, $2, $3) as lost',
      values: [environmentId, epoch, revision],
    });
    return rows[0]?.lost ?? false;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.lookupPool.end(), this.pool.end()]);
  }
}

/** The connection was lost, or Postgres ended it (admin_shutdown, crash_shutdown). */
const CONNECTION_BROKE = new Set(['CONNECTION_LOST', 'ECONNRESET', 'EPIPE', '57P01', '57P02']);

/** A connection that breaks says nothing about Postgres, which may be back already: the query is sent again, on another. */
async function queryTwice<R extends pg.QueryResultRow>(pool: pg.Pool, query: pg.QueryConfig): Promise<R[]> {
  const ask = async () => (await pool.query<R>(query)).rows;
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error && CONNECTION_BROKE.has(driverCode(error) ?? '')) return ask();
    throw error;
  }
}
