import type { AuthorityRow, ChangeRow, EnvironmentRevisionRow, FlagSetRow, RevisionName } from '@burgee/contracts';
import { Dependencies, LOGGER, postgresLimits } from '@burgee/service-kit';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import type { Logger } from 'pino';
import { IN_FLIGHT_AT_MOST } from '../authority/authority-check.js';
import { CONFIG, type SdkGatewayConfig } from '../config.js';

export const CHANGES_AT_ONCE = 1_000;

/** What one authority query says: the rows of the keys asked for, and which of the origins asked for are registered. */
export interface AuthorityAnswer {
  keys: AuthorityRow[];
  origins: string[];
}

const CONNECTION_BROKE = /Connection terminated|ECONNRESET|EPIPE|terminating connection/;

/** A connection that breaks says nothing about Postgres, which may be back already: a new one is tried at once. */
function onceMore<T>(query: () => Promise<T>): Promise<T> {
  return query().catch((error: unknown) => {
    if (CONNECTION_BROKE.test(String(error))) return query();
    throw error;
  });
}

/**
 * The published views, read by prepared statements over a small pool. pg itself rather than TypeORM: this service
 * owns no table, has to start without Postgres, and asks the same few questions thousands of times a second.
 */
@Injectable()
export class ReadViews implements OnApplicationShutdown {
  private readonly authorityPool: pg.Pool;
  private readonly pool: pg.Pool;

  constructor(@Inject(CONFIG) config: SdkGatewayConfig, @Inject(LOGGER) logger: Logger, dependencies: Dependencies) {
    dependencies.expect('postgres');
    const limits = { connectionString: config.DATABASE_URL, ...postgresLimits('burgee sdk-gateway') };
    this.authorityPool = new pg.Pool({
      ...limits,
      max: IN_FLIGHT_AT_MOST,
      // A check is given up after 300 ms; its connection is dropped a little later, when nothing came even then.
      connectionTimeoutMillis: 600,
      query_timeout: 600,
      // Planning the check anew each time costs more than running it: 0.27 ms against 0.12.
      options: '-c plan_cache_mode=force_generic_plan',
    });
    this.pool = new pg.Pool({ ...limits, max: 4 });
    for (const pool of [this.authorityPool, this.pool])
      pool.on('error', (error) => logger.debug({ err: error }, 'an idle connection to postgres broke'));
  }

  async authority(keyHashes: string[], origins: string[]): Promise<AuthorityAnswer> {
    const query = () =>
      this.authorityPool.query<AuthorityRow & { origin: string | null }>({
        name: 'authority',
        text: `select key_hash, environment_id, epoch, revision, null as origin
             from sdk_read.authority_v1 where key_hash = any($1::text[])
             union all
             select null, null, null, null, origin from sdk_read.origin_v1 where origin = any($2::text[])`,
        values: [keyHashes, origins],
      });
    const { rows } = await onceMore(query);
    return {
      keys: rows.filter((row) => row.origin === null),
      origins: rows.flatMap((row) => row.origin ?? []),
    };
  }

  async flagSet(environmentId: string): Promise<FlagSetRow | undefined> {
    const { rows } = await this.pool.query<FlagSetRow>({
      name: 'flag-set',
      text: 'select environment_id, epoch, revision, flags from sdk_read.flag_set_v1 where environment_id = $1',
      values: [environmentId],
    });
    return rows[0];
  }

  /** The changes after `revision`, in order, at most a thousand. */
  async changesAfter(environmentId: string, revision: number): Promise<ChangeRow[]> {
    const { rows } = await this.pool.query<ChangeRow>({
      name: 'changes',
      text: `select environment_id, revision, kind, data, epoch, occurred_at, traceparent from sdk_read.change_v1
             where environment_id = $1 and revision > $2 order by revision limit ${CHANGES_AT_ONCE}`,
      values: [environmentId, revision],
    });
    return rows;
  }

  /** How far each of these environments has come, and which of these keys still open one: one query for all streams. */
  async watched(
    environmentIds: string[],
    keyHashes: string[],
  ): Promise<{ environments: EnvironmentRevisionRow[]; liveKeys: Set<string> }> {
    const { rows } = await this.pool.query<EnvironmentRevisionRow & { key_hash: string | null }>({
      name: 'watched',
      text: `select environment_id, epoch, revision, null as key_hash
             from sdk_read.environment_v1 where environment_id = any($1::uuid[])
             union all
             select null, null, null, key_hash from sdk_read.authority_v1 where key_hash = any($2::text[])`,
      values: [environmentIds, keyHashes],
    });
    return {
      environments: rows.filter((row) => row.key_hash === null),
      liveKeys: new Set(rows.flatMap((row) => row.key_hash ?? [])),
    };
  }

  /**
   * Tells Postgres of a revision that it once gave out. When it has fallen behind that within the same epoch, its history
   * was lost (a restore, a failover), and it begins a new epoch.
   * @returns whether it did so now
   */
  async reportLostHistory({ environmentId, epoch, revision }: RevisionName): Promise<boolean> {
    const { rows } = await this.pool.query<{ lost: boolean }>({
      name: 'lost-history',
      text: 'select sdk_read.report_lost_history_v1($1, $2, $3) as lost',
      values: [environmentId, epoch, revision],
    });
    return rows[0]?.lost ?? false;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.authorityPool.end(), this.pool.end()]);
  }
}
