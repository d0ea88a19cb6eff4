import { type FlagSetVersion, unavailable } from '@burgee/contracts/wire';
import type { Logger } from 'pino';
import type { FallbackStore } from '../fallback/fallback-store.js';
import type { FlagSetCache } from '../flag-set/flag-set-cache.js';
import type { ServingMetrics } from '../serving-metrics.js';
import type { ServingAdmission } from '../source/admission.js';
import type { FlagSource } from '../source/flag-source.js';
import { AccessEvents } from './access-events.js';
import { type ChannelContext, EnvironmentChannel, type StreamCount } from './environment-channel.js';
import { createEventMemory } from './recent-events.js';
import { Reconciliation } from './reconciliation.js';
import { SnapshotPacer } from './snapshot-pacer.js';
import type { StreamEvent } from './stream-events.js';
import type { Subscriber } from './subscriber.js';

/** Starts the span for sending changes to streams. @returns a function that ends it, where tracing is on */
export type TraceSending = (sent: {
  environmentId: string;
  revision: number;
  streams: number;
  /** Distinct trace contexts of the changes. */
  traceparents: readonly string[];
}) => (() => void) | undefined;

export interface RegistryOptions {
  logger: Pick<Logger, 'debug'>;
  traceSending?: TraceSending | undefined;
  /** For the recent events of all environments. */
  eventBytesAtMost: number;
}

type Metrics = Pick<ServingMetrics, 'streamOpened' | 'streamClosed' | 'commitToFlush'>;

/** All open streams of this process, by environment. */
export class StreamRegistry {
  private readonly channels = new Map<string, EnvironmentChannel>();
  /** Environments whose count may have changed since the last call of `counts`. */
  private readonly uncounted = new Set<string>();
  private readonly access = new AccessEvents((environmentId, steps) => this.inSlices(environmentId, steps));
  private readonly reconciliation = new Reconciliation(
    this.source,
    this.channels,
    this.fallback,
    this.access,
    (environmentId, steps) => this.inSlices(environmentId, steps),
    this.options.logger,
  );

  constructor(
    private readonly source: FlagSource,
    private readonly cache: Pick<FlagSetCache, 'get'>,
    private readonly fallback: Pick<FallbackStore, 'record'>,
    private readonly metrics: Metrics,
    private readonly admission: ServingAdmission,
    private readonly options: RegistryOptions,
  ) {}

  /** Registers a connection before anything is read for it, so that no change goes unseen. */
  join(connection: Subscriber, { environmentId, epoch, revision }: FlagSetVersion): EnvironmentChannel {
    let channel = this.channels.get(environmentId);
    if (!channel) {
      channel = new EnvironmentChannel(environmentId, epoch, revision, this.context);
      this.channels.set(environmentId, channel);
    }
    channel.connections.add(connection);
    this.access.begin(connection, environmentId);
    this.uncounted.add(environmentId);
    this.metrics.streamOpened();
    if (epoch === channel.epoch && revision > channel.revision) channel.notify();
    return channel;
  }

  /** Called when the stream has its missed events: it counts as up to date from here on. */
  sendAccess(connection: Subscriber): void {
    this.access.sendFirst(connection);
  }

  leave(connection: Subscriber, environmentId: string): void {
    const channel = this.channels.get(environmentId);
    if (!channel?.connections.delete(connection)) return;
    this.uncounted.add(environmentId);
    this.metrics.streamClosed();
    if (channel.connections.size > 0) return;
    channel.end();
    this.channels.delete(environmentId);
    this.access.forget(environmentId);
  }

  /** Undefined while the environment has no stream. */
  channelOf(environmentId: string): Pick<EnvironmentChannel, 'epoch' | 'connections'> | undefined {
    return this.channels.get(environmentId);
  }

  /** How many streams are open. */
  get open(): number {
    let open = 0;
    for (const { connections } of this.channels.values()) open += connections.size;
    return open;
  }

  *connections(): Generator<Subscriber> {
    for (const channel of this.channels.values()) yield* channel.connections;
  }

  /** The streams of all environments, or only of the ones changed since the last call. */
  counts(all: boolean): StreamCount[] {
    const ids = all ? [...this.channels.keys()] : [...this.uncounted];
    this.uncounted.clear();
    return ids.map((id) => {
      const count = this.channels.get(id)?.count() ?? { environment_id: id, epoch: '', revision: 0, open: 0, sent: 0 };
      // Bytes still to be written are counted at the next call.
      if (count.sent < count.open) this.uncounted.add(id);
      return count;
    });
  }

  /** A notification said that this environment changed. */
  notify(environmentId: string): void {
    this.channels.get(environmentId)?.notify();
  }

  /** Compares streams with the source. @param environmentId the changed environment; left out: all */
  reconcile(environmentId?: string): Promise<void> {
    return this.reconciliation.run(environmentId);
  }

  /** Runs the steps in slices; each step is for one stream of the environment. */
  inSlices(environmentId: string, steps: Iterator<unknown>): void {
    this.context.send(environmentId, steps).catch(this.context.failed);
  }

  private beginSending(environmentId: string, events: readonly StreamEvent[]): (() => void) | undefined {
    const { traceSending } = this.options;
    if (!traceSending) return undefined;
    const streams = this.channels.get(environmentId)?.connections.size ?? 0;
    const traceparents = [...new Set(events.flatMap(({ traceparent }) => traceparent ?? []))];
    return traceSending({ environmentId, revision: events.at(-1)?.revision ?? 0, streams, traceparents });
  }

  private readonly context: ChannelContext = {
    pacer: new SnapshotPacer(),
    eventMemory: createEventMemory(this.options.eventBytesAtMost),
    changesAfter: (environmentId, revision, read) => this.source.changesAfter(environmentId, revision, read),
    latestVersion: async (environmentId, read) => {
      const { versions } = await this.source.latest([environmentId], [], read);
      const [version] = versions;
      if (!version) throw unavailable();
      return version;
    },
    flagSet: (version) => this.cache.get(version),
    load: async (id, read) => this.admission.scheduler.run(await this.admission.flowOf(id), 'load', read),
    send: async (environmentId, steps, events) => {
      const end = events && this.beginSending(environmentId, events);
      const { scheduler, flowOf } = this.admission;
      await scheduler.runInSlices(await flowOf(environmentId), 'send', steps);
      // The last sockets are written to in the same tick.
      if (end) setImmediate(end);
    },
    failed: (error) =>
      this.options.logger.debug({ err: error }, 'reading changes failed, the next reconciliation retries'),
    changed: ({ change }) => this.fallback.record({ kind: 'change', change }),
    sent: (environmentId, event) => {
      this.uncounted.add(environmentId);
      if (!event) return;
      // By the next tick, all current streams have the event.
      setImmediate(() => this.metrics.commitToFlush(Math.max(0, Date.now() - event.occurredAt) / 1_000));
    },
  };
}
