import { setTimeout as delay } from 'node:timers/promises';
import { type AppliedWanted, type EdgeAccess, keyId } from '@burgee/contracts/wire';
import { pauseBefore } from '@burgee/sdk/stream';
import type { Logger } from 'pino';
import type { CachedEnvironments } from '../cached/cached-environments.js';
import type { UpstreamUpdate } from '../cached/update.js';
import { createUpstreamScheduler, subscribeInSeat, type UpstreamScheduler } from './ask-upstream.js';
import { OnDemandEnvironments } from './on-demand-environments.js';
import { isOfEdge } from './edge-chain.js';
import { connectFirst, FIRST_WITHIN_MS } from './connect-first.js';
import { KeyChecks } from './key-checks.js';
import { hashOf, KeyRing } from './key-ring.js';
import { Subscription } from './subscription.js';
import type { Upstream, UpstreamAccess } from './upstream.js';
import { UpstreamError } from './upstream-error.js';

/** A refused configured key may work again after the upstream is restored. */
const ASK_AGAIN_MS = 60_000;

export interface SubscriptionsOptions {
  upstream: Upstream;
  configured: readonly string[];
  /** Whether clients may present keys. */
  acceptsKeys: boolean;
  environmentsAtMost: number;
  bytesAtMost: number;
  logger: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
  publish: (update: UpstreamUpdate) => void;
  /** The upstream asks how many clients here have a change. */
  wanted: (environmentId: string, wanted: AppliedWanted) => void;
  /** The upstream is this edge, directly or through others. */
  looped: (error: UpstreamError) => void;
}

/** The environments that this edge follows, with one subscription each, for any number of keys. */
export class Subscriptions {
  readonly ring: KeyRing;
  private readonly subscriptions = new Map<string, Subscription>();
  private readonly checks: KeyChecks;
  /** Configured keys whose refusal has been logged. */
  private readonly reported = new Set<string>();
  private readonly onDemand: OnDemandEnvironments;
  private readonly stopping = new AbortController();

  constructor(
    private readonly cached: Pick<
      CachedEnvironments,
      'get' | 'ids' | 'ofKey' | 'follows' | 'oneNotFollowed' | 'sizeOf' | 'size' | 'bytes'
    >,
    private readonly options: SubscriptionsOptions,
    private readonly scheduler: UpstreamScheduler = createUpstreamScheduler(),
  ) {
    this.checks = new KeyChecks((...asked) => this.check(...asked), scheduler);
    this.ring = new KeyRing(options.configured);
    this.onDemand = new OnDemandEnvironments({
      ...options,
      cached,
      unclaimed: () => (this.ring.isComplete ? cached.oneNotFollowed : undefined),
      giveUp: (id) => this.giveUp(id),
    });
  }

  /** Follows the environments of all configured keys. @returns when each was looked up once */
  async start(): Promise<void> {
    await Promise.all(this.options.configured.map((key) => this.resolve(key)));
    if (this.options.configured.length > 0) return;
    this.noteConfiguredKeys();
    const failed = (error: Error, attempt: number) => {
      this.endLoop(error);
      this.logFailure(error, attempt);
    };
    await connectFirst(this.options.upstream, failed, this.stopping.signal);
  }

  stop(): void {
    this.stopping.abort();
    for (const subscription of this.subscriptions.values()) subscription.stop();
  }

  /** Marks this environment as used. */
  used(environmentId: string): void {
    this.onDemand.used(environmentId);
  }

  /**
   * Looks up a key that a client presented, once.
   * @param networks the subnets of the client, widest first
   * @param via where the request came from, for one from an edge
   * @returns whether the key opens an environment
   * @throws UpstreamError when the upstream does not respond; DomainError when there is no room
   */
  bring(key: string, networks: readonly string[], via?: string): Promise<boolean> {
    return this.checks.run(key, networks, via);
  }

  private async check(key: string, [network = '']: readonly string[], via: string | undefined): Promise<boolean> {
    try {
      const answer = await this.options.upstream.access(key, via);
      const { environment_id: environmentId } = answer.access;
      const isNew = !this.subscriptions.has(environmentId);
      if (isNew && !this.cached.get(environmentId)) this.onDemand.makeRoom(network);
      if (isNew) this.onDemand.add(environmentId, network);
      this.follow(key, answer);
      return true;
    } catch (error) {
      // An upstream may also refuse edge names that a client forged.
      if (!isOfEdge(via)) this.endLoop(error);
      if (!(error instanceof UpstreamError) || error.fault !== 'refused') throw error;
      this.checks.refuse(key);
      // It opened an environment from a file that no other key opens, neither presented nor configured.
      const known = this.cached.ofKey(hashOf(key));
      if (known && !known.cached.isFollowed && this.ring.isComplete) this.giveUp(known.environmentId);
      return false;
    }
  }

  /** Publishes an update of the upstream on a followed environment. */
  publish(update: UpstreamUpdate): void {
    this.options.publish(update);
    if (update.kind === 'access') this.ring.keep(update.access.environment_id, hashesIn(update.access));
    const environmentId = environmentOf(update);
    if (environmentId === undefined) return;
    this.onDemand.measure(environmentId);
    this.onDemand.keepWithinMemory();
  }

  private giveUp(environmentId: string): void {
    this.onDemand.delete(environmentId);
    this.ring.forget(environmentId);
    this.subscriptions.get(environmentId)?.stop();
    this.subscriptions.delete(environmentId);
    this.options.publish({ kind: 'gone', environmentId });
  }

  /** Repeats until the upstream has answered for a configured key. @returns after the first attempt */
  private async resolve(key: string, attempt = 0): Promise<void> {
    const first = attempt === 0 ? Math.random() * FIRST_WITHIN_MS : 0;
    try {
      await delay(first, undefined, { signal: this.stopping.signal });
      this.follow(key, await subscribeInSeat(this.scheduler, '', () => this.options.upstream.access(key)));
      this.noteConfiguredKeys();
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      const isRefused = error instanceof UpstreamError && error.fault === 'refused';
      this.endLoop(error);
      if (isRefused) this.drop(key, error);
      else this.logFailure(error as Error, attempt);
      this.noteConfiguredKeys();
      const afterMs = isRefused ? ASK_AGAIN_MS : pauseBefore(attempt, Math.random());
      void this.later(() => this.resolve(key, attempt + 1), afterMs);
      if (error instanceof UpstreamError && error.fault === 'unsupported') throw error;
    }
  }

  private endLoop(error: unknown): void {
    if (error instanceof UpstreamError && error.fault === 'loop') this.options.looped(error);
  }

  /** Once all configured keys are known, file environments without one are dropped, unless clients may present keys. */
  private noteConfiguredKeys(): void {
    if (!this.ring.isComplete || this.stopping.signal.aborted) return;
    this.options.publish({ kind: 'configured-keys-known' });
    if (this.options.acceptsKeys) return;
    for (const id of this.cached.ids()) if (!this.cached.follows(id)) this.giveUp(id);
  }

  private logFailure({ message: reason }: Error, attempt: number): void {
    const { logger, upstream } = this.options;
    logger[attempt === 0 ? 'warn' : 'debug']({ reason, upstream: upstream.url }, 'upstream gives no access, retrying');
  }

  private async later(ask: () => Promise<void>, afterMs: number): Promise<void> {
    try {
      await delay(afterMs, undefined, { signal: this.stopping.signal });
      await ask();
    } catch {
      // Already logged; the look-up is repeated.
    }
  }

  private follow(key: string, { access }: UpstreamAccess): void {
    const { environment_id: environmentId } = access;
    this.checks.accept(key);
    this.reported.delete(key);
    this.ring.opens(key, environmentId);
    if (this.ring.isConfigured(environmentId)) this.onDemand.delete(environmentId);
    this.publish({ kind: 'access', access });
    if (this.subscriptions.has(environmentId)) return;
    const { upstream, wanted, logger } = this.options;
    const cached = this.cached.get(environmentId);
    const subscription = new Subscription(
      environmentId,
      {
        upstream,
        publish: (update) => this.publish(update),
        wanted,
        logger,
        keyOf: (id) => this.ring.keyOf(id),
        refused: (refusedKey, error) => this.refuse(refusedKey, error),
        admit: (open) => subscribeInSeat(this.scheduler, this.onDemand.networkOf(environmentId), open),
      },
      cached?.set,
      cached?.heardAt,
    );
    this.subscriptions.set(environmentId, subscription);
    this.options.publish({ kind: 'followed', environmentId });
    subscription.start(0);
  }

  /** The upstream refused the key of a followed environment. */
  private refuse(key: string, error: UpstreamError): void {
    this.drop(key, error);
    if (this.options.configured.includes(key)) void this.later(() => this.resolve(key, 1), ASK_AGAIN_MS);
    else this.checks.refuse(key);
  }

  private drop(key: string, error: UpstreamError): void {
    const environmentId = this.ring.refuse(key);
    if (this.options.configured.includes(key) && !this.reported.has(key)) {
      this.reported.add(key);
      this.options.logger.error(
        { reason: error.message, sdk_key_id: keyId(key)?.id, environment_id: environmentId },
        'upstream refuses a key of this edge: give it the present one of the environment',
      );
    }
    if (environmentId !== undefined && this.ring.keyOf(environmentId) === undefined) this.giveUp(environmentId);
  }
}

/** The environment whose size an update may change. */
function environmentOf(update: UpstreamUpdate): string | undefined {
  if (update.kind === 'flag-set') return update.set.environmentId;
  if (update.kind === 'change') return update.row.environment_id;
  return update.kind === 'heard' ? update.environmentId : undefined;
}

const hashesIn = ({ keys }: EdgeAccess): ReadonlySet<string> => new Set(keys.map(({ hash }) => hash));
