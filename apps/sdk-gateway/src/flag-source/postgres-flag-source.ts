import {
  type EnvironmentRevisionRow,
  type FlagSet,
  type FlagSetVersion,
  type ProjectRow,
  unavailable,
} from '@burgee/contracts/wire';
import {
  type AsOf,
  type ChangesAfter,
  type Differences,
  type EnvironmentAccess,
  type FlagSource,
  type LatestVersions,
  type LoadedFlagSet,
  type LoadOptions,
  type SourceListener,
  type StreamRead,
  SourceUnavailable,
} from '@burgee/flag-serving';
import { isDatabaseUnavailable } from '@burgee/process-kit';
import { Injectable } from '@nestjs/common';
import { TooLate, whileAlive } from '../in-time.js';
import { flagCacheRequests } from '../metrics.js';
import { ChangeNotifications } from '../notifications/change-notifications.js';
import { ReadViews } from '../postgres/read-views.js';
import { BreakerOpen } from '../primary-check/breaker.js';
import { PrimaryCheck } from '../primary-check/primary-check.js';
import { PING_AFTER_MILLISECONDS } from '../primary-check/round-trip.js';
import { RestoreDetector } from '../restore-detection/restore-detector.js';
import { SharedQuery } from './shared-query.js';
import { SharedFlagSetCache } from '../shared-cache/shared-flag-set-cache.js';

const isUnavailable = (error: unknown) =>
  error instanceof BreakerOpen || error instanceof TooLate || isDatabaseUnavailable(error);

/** @throws SourceUnavailable in place of errors that mean an outage */
async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw isUnavailable(error) ? new SourceUnavailable(error) : error;
  }
}

const toVersion = ({ environment_id, epoch, revision }: EnvironmentRevisionRow): FlagSetVersion => ({
  environmentId: environment_id,
  epoch,
  revision,
});

/** An answer with the moment from which it holds. */
async function dated<T extends object>(ask: () => Promise<T>): Promise<T & AsOf> {
  const asOf = performance.now();
  return { ...(await orUnavailable(ask())), asOf };
}

/** Postgres, with Redis as a cache of its flag sets and NATS for notifications. */
@Injectable()
export class PostgresFlagSource implements FlagSource {
  readonly lookUp: FlagSource['lookUp'] = this.primaryCheck.lookUp.bind(this.primaryCheck);
  private readonly access = new SharedQuery((ids) => this.views.accessTo(ids));

  constructor(
    private readonly primaryCheck: PrimaryCheck,
    private readonly views: ReadViews,
    private readonly sharedCache: SharedFlagSetCache,
    private readonly restoreDetector: RestoreDetector,
    private readonly notifications: ChangeNotifications,
  ) {}

  load(version: FlagSetVersion, { bypassCache = false }: LoadOptions = {}): Promise<LoadedFlagSet> {
    const fromPostgres = () => this.fromPostgres(version.environmentId);
    return dated(async () => {
      const load = () => (bypassCache ? fromPostgres() : this.sharedCache.getOrLoad(version, fromPostgres));
      return { set: await this.watched(load) };
    });
  }

  accessTo(environmentId: string): Promise<EnvironmentAccess> {
    return dated(async () => ({ access: await this.watched(() => this.access.of(environmentId)) }));
  }

  changesAfter(environmentId: string, revision: number, read: StreamRead): Promise<ChangesAfter> {
    return dated(async () => ({ rows: await this.views.changesAfter(environmentId, revision, read) }));
  }

  latest(
    environmentIds: readonly string[],
    keyHashes: readonly string[],
    read: StreamRead = 'live',
  ): Promise<LatestVersions> {
    return dated(async () => {
      const { environments, liveKeys } = await this.views.latest(environmentIds, keyHashes, read);
      return { versions: environments.map(toVersion), liveKeys };
    });
  }

  compare(known: readonly FlagSetVersion[], keyHashes: readonly string[]): Promise<Differences> {
    return dated(async () => {
      const { environments, ...differences } = await this.views.differences(known, keyHashes);
      return { changed: environments.map(toVersion), ...differences };
    });
  }

  compareAccess(tags: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
    return orUnavailable(this.views.accessDifferences(tags));
  }

  /** Accounts share the service time of this replica. */
  projectOf(environmentId: string): Promise<ProjectRow | undefined> {
    return this.views.projectOf(environmentId);
  }

  reportRegression(known: FlagSetVersion): Promise<boolean> {
    return orUnavailable(this.watched(() => this.restoreDetector.report(known)));
  }

  subscribe(listener: SourceListener): void {
    this.notifications.subscribe(listener);
  }

  /** A large flag set may take long; a Postgres that was paused after the look-up may not. */
  private watched<T>(ask: () => Promise<T>): Promise<T> {
    return whileAlive(ask(), () => this.primaryCheck.ping(), PING_AFTER_MILLISECONDS);
  }

  /** Read in one snapshot with its own revision, which becomes its label. */
  private async fromPostgres(environmentId: string): Promise<FlagSet> {
    flagCacheRequests.inc({ result: 'postgres' });
    const set = await this.views.flagSet(environmentId);
    if (!set) throw unavailable();
    return set;
  }
}
