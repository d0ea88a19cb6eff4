import type {
  AccessRow,
  ChangeRow,
  EnvironmentRevisionRow,
  FlagSet,
  FlagSetRow,
  FlagSetVersion,
  ProjectRow,
  KeyRow,
  ServerRow,
} from '@burgee/contracts/wire';
import type { StreamRead } from '@burgee/flag-serving';
import { Dependencies, PostgresClient, postgresConnection, postgresLimits } from '@burgee/process-kit';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type pg from 'pg';
import { CONFIG, type SdkGatewayConfig } from '../config.js';
import {
  ACCESS_TAGS,
  accessTagsOf,
  type Difference,
  DIFFERENCES,
  differencesOf,
  type KnownDifferences,
  toDifferences,
} from './differences.js';
import { LastingConnections } from './lasting-connections.js';

/** The number of look-ups in flight. */
export const LOOKUP_CONNECTIONS = 2;
const CHANGES_AT_ONCE = 1_000;
const CHANGE_BYTES_AT_ONCE = 256 * 1024;

/**
 * Enough to keep a distant connection busy, and few enough that Postgres answers all of them within the limit of one.
 */
const SHARED_BY_AT_MOST = 128;
const WAITING_AT_MOST = 4_096;

/** Longer than the time limit of a look-up: a connection without an answer by then is dropped. */
const LOOKUP_WITHIN_MILLISECONDS = 1_000;
/** How long other queries wait for a connection. */
const CONNECTION_WITHIN_MILLISECONDS = 2_000;

/**
 * One row per origin is enough: anyone may register any origin in many environments, and all look-ups share one query.
 */
export const LOOK_UP = `
  select key_hash, key_kind, environment_id, epoch, revision, null as origin
  from sdk_read.key_v1 where key_hash = any($1::text[])
  union all
  select null, null, null, null, null, asked.origin
  from unnest($2::text[]) as asked (origin)
  cross join lateral (select from sdk_read.origin_v2 o where o.origin = asked.origin limit 1) registered`;

/**
 * Reads the published views over five connections. Uses pg instead of TypeORM: this service owns no table, has to start
 * without Postgres, and sends the same few queries thousands of times a second.
 */
@Injectable()
export class ReadViews implements OnApplicationShutdown {
  /** Separate, so that a look-up never waits behind a flag set. */
  private readonly lookups: LastingConnections;
  /** For changes to open streams, which wait for neither large flag sets nor resuming streams. */
  private readonly live: LastingConnections;
  /** For missed changes and access lists. */
  private readonly past: LastingConnections;
  /** For all other queries. As on the two above, queries do not wait for each other's round trip. */
  private readonly loads: LastingConnections;

  constructor(@Inject(CONFIG) config: SdkGatewayConfig, dependencies: Dependencies) {
    dependencies.expect('postgres');
    const limits = { ...postgresConnection(config), ...postgresLimits('burgee sdk-gateway') };
    const lookup = () => new PostgresClient({ ...limits, query_timeout: LOOKUP_WITHIN_MILLISECONDS });
    const one = { connections: LOOKUP_CONNECTIONS, queriesAtOnce: 1, waitingAtMost: WAITING_AT_MOST };
    this.lookups = new LastingConnections(lookup, one);
    const create = () => new PostgresClient({ ...limits, pipeline: true });
    const shared = { connections: 1, queriesAtOnce: SHARED_BY_AT_MOST, waitingAtMost: WAITING_AT_MOST };
    this.live = new LastingConnections(create, shared);
    this.past = new LastingConnections(create, shared);
    this.loads = new LastingConnections(create, shared);
  }

  /** The rows of the keys that open an environment, and of the registered origins. */
  async lookUp(
    keyHashes: string[],
    origins: string[],
    withinMs: number,
  ): Promise<{ keys: KeyRow[]; origins: string[] }> {
    const rows = await this.lookups.query<KeyRow & { origin: string | null }>(LOOK_UP, [keyHashes, origins], withinMs);
    return {
      keys: rows.filter((row) => row.origin === null),
      origins: rows.flatMap((row) => row.origin ?? []),
    };
  }

  /** The timeline of the server; '' when it has none to report. */
  async timeline(): Promise<string> {
    const [row] = await this.load<ServerRow>('select timeline from sdk_read.server_v1');
    return row?.timeline ?? '';
  }

  async flagSet(environmentId: string): Promise<FlagSet | undefined> {
    // Decoding takes a few ms per MB; text with emoji takes several times as long.
    const [row] = await this.load<Omit<FlagSetRow, 'environment_id'>>(
      `select epoch, revision, encode(convert_to(body, 'UTF8'), 'base64') as body
       from sdk_read.flag_set_v2 where environment_id = $1`,
      [environmentId],
    );
    return row && { environmentId, epoch: row.epoch, revision: row.revision, body: Buffer.from(row.body, 'base64') };
  }

  async projectOf(environmentId: string): Promise<ProjectRow | undefined> {
    const [row] = await this.ask<ProjectRow>(
      this.live,
      'select environment_id, project_id, account_id from sdk_read.project_v1 where environment_id = $1',
      [environmentId],
    );
    return row;
  }

  /** The access lists of these environments. */
  accessTo(environmentIds: readonly string[]): Promise<Omit<AccessRow, 'tag'>[]> {
    return this.ask(
      this.past,
      'select environment_id, origins, keys from sdk_read.access_v1 where environment_id = any($1::uuid[])',
      [environmentIds],
    );
  }

  /** The changes after `revision`, in order: up to a thousand or a quarter of a megabyte, and at least one. */
  changesAfter(environmentId: string, revision: number, read: StreamRead): Promise<ChangeRow[]> {
    return this.ask<ChangeRow>(
      this[read],
      `select environment_id, revision, kind, data, epoch, occurred_at, traceparent
       from (
         select c.*, sum(bytes) over (order by revision rows unbounded preceding) - bytes as bytes_before
         from sdk_read.change_v2 c
         where environment_id = $1 and revision > $2
         order by revision limit ${CHANGES_AT_ONCE}
       ) c
       where bytes_before < ${CHANGE_BYTES_AT_ONCE} order by revision`,
      [environmentId, revision],
    );
  }

  /** The version of each of these environments, and the keys among these that still open one. */
  async latest(
    environmentIds: readonly string[],
    keyHashes: readonly string[],
    read: StreamRead,
  ): Promise<{ environments: EnvironmentRevisionRow[]; liveKeys: Set<string> }> {
    const rows = await this.ask<EnvironmentRevisionRow & { key_hash: string | null }>(
      this[read],
      `select environment_id, epoch, revision, null as key_hash
       from sdk_read.environment_v1 where environment_id = any($1::uuid[])
       union all
       select null, null, null, key_hash from sdk_read.key_v1 where key_hash = any($2::text[])`,
      [environmentIds, keyHashes],
    );
    return {
      environments: rows.filter((row) => row.key_hash === null),
      liveKeys: new Set(rows.flatMap((row) => row.key_hash ?? [])),
    };
  }

  /** The environments among these that changed or are gone, and the keys that no longer open one. */
  async differences(...known: Parameters<typeof differencesOf>): Promise<KnownDifferences> {
    return toDifferences(await this.ask<Difference>(this.live, DIFFERENCES, differencesOf(...known)));
  }

  /** The environments among these whose access tag differs, with the current tag. */
  async accessDifferences(tags: ReadonlyMap<string, string>): Promise<Map<string, string>> {
    const rows = await this.ask<Pick<AccessRow, 'environment_id' | 'tag'>>(this.past, ACCESS_TAGS, accessTagsOf(tags));
    return new Map(rows.map(({ environment_id, tag }) => [environment_id, tag]));
  }

  /**
   * Reports a revision that Postgres returned earlier. If its own is lower in the same epoch, it has lost history (a
   * restore, a failover) and begins a new epoch.
   * @returns whether it did so now
   */
  async reportLostHistory({ environmentId, epoch, revision }: FlagSetVersion): Promise<boolean> {
    const [row] = await this.load<{ lost: boolean }>('select sdk_read.report_lost_history_v1($1, $2, $3) as lost', [
      environmentId,
      epoch,
      revision,
    ]);
    return row?.lost ?? false;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.lookups, this.live, this.past, this.loads].map((connections) => connections.end()));
  }

  private load<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    return this.ask<R>(this.loads, text, values);
  }

  private ask<R extends pg.QueryResultRow>(to: LastingConnections, text: string, values: unknown[]): Promise<R[]> {
    return to.query<R>(text, values, CONNECTION_WITHIN_MILLISECONDS);
  }
}
