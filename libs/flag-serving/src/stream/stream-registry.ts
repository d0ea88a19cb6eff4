import { type FlagSetVersion, isBehind, unavailable } from '@burgee/contracts/wire';
import type { FallbackStore } from '../fallback/fallback-store.js';
import type { FlagSetCache } from '../flag-set/flag-set-cache.js';
import type { FlagSource } from '../source/flag-source.js';
import type { ServingMetrics } from '../serving-metrics.js';
import type { ServingAdmission } from '../source/admission.js';
import { AccessComparison } from './access-comparison.js';
import { AccessEvents } from './access-events.js';
import type { ChannelContext } from './channel-context.js';
import { EnvironmentChannel } from './environment-channel.js';
import { endEach } from './end-each.js';
import { keyHashesOf } from './key-hashes-of.js';
import { createEventMemory } from './recent-events.js';
import { SnapshotPacer } from './snapshot-pacer.js';
import type { StreamConnection } from './stream-connection.js';
import type { StreamCount } from './stream-count.js';
import type { StreamEvent } from './stream-event.js';
import type { StreamOptions } from './stream-options.js';

type Metrics = Pick<ServingMetrics, 'streamOpened' | 'streamClosed' | 'commitToFlush'>;

/** All open streams of this process, by environment. `reconcile` makes up for notifications that were lost. */
export class StreamRegistry {
  private readonly channels = new Map<string, EnvironmentChannel>();
  /** Environments whose count may have changed since `counts` was last called. */
  private readonly uncounted = new Set<string>();
  private readonly access = new AccessEvents((environmentId, steps) => this.inSlices(environmentId, steps));
  private readonly comparison = new AccessComparison(this.source, this.access, this.channels, this.options.logger);
  private reconciling = false;
  /** Environments that are to be compared next. */
  private readonly due = new Set<string>();
  private allAreDue = false;

  constructor(
    private readonly source: FlagSource,
    private readonly cache: Pick<FlagSetCache, 'get'>,
    private readonly fallback: Pick<FallbackStore, 'record'>,
    private readonly metrics: Metrics,
    private readonly admission: ServingAdmission,
    private readonly options: StreamOptions,
  ) {}

  /** Registers a connection before anything is read for it, so that nothing can happen in between unseen. */
  join(connection: StreamConnection, { environmentId, epoch, revision }: FlagSetVersion): EnvironmentChannel {
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

  /** What it had missed was sent to it: it may believe from here on that it is up to date. */
  tellAccess(connection: StreamConnection): void {
    this.access.tellFirst(connection);
  }

  leave(connection: StreamConnection, environmentId: string): void {
    const channel = this.channels.get(environmentId);
    if (!channel?.connections.delete(connection)) return;
    this.uncounted.add(environmentId);
    this.metrics.streamClosed();
    if (channel.connections.size > 0) return;
    channel.end();
    this.channels.delete(environmentId);
    this.access.forget(environmentId);
  }

  /** Undefined where no stream is open. */
  channelOf(environmentId: string): Pick<EnvironmentChannel, 'epoch' | 'connections'> | undefined {
    return this.channels.get(environmentId);
  }

  /** How many streams are open. */
  get open(): number {
    let open = 0;
    for (const { connections } of this.channels.values()) open += connections.size;
    return open;
  }

  *connections(): Generator<StreamConnection> {
    for (const channel of this.channels.values()) yield* channel.connections;
  }

  /** The streams of all environments, or of those where something happened since this was last called. */
  counts(all: boolean): StreamCount[] {
    const ids = all ? [...this.channels.keys()] : [...this.uncounted];
    this.uncounted.clear();
    return ids.map((id) => {
      const count = this.channels.get(id)?.count() ?? { environment_id: id, epoch: '', revision: 0, open: 0, sent: 0 };
      // What has not left yet will have at the next call.
      if (count.sent < count.open) this.uncounted.add(id);
      return count;
    });
  }

  /** Something changed in this environment, or somebody says so. */
  notify(environmentId: string): void {
    this.channels.get(environmentId)?.notify();
  }

  /**
   * Compares watched environments and their keys with the source, in one query, and who may call for them beside that.
   * @param environmentId where something has changed; left out: all, which takes the longer the more there are
   */
  async reconcile(environmentId?: string): Promise<void> {
    if (environmentId === undefined) this.allAreDue = true;
    else {
      this.due.add(environmentId);
      this.comparison.notify(environmentId);
    }
    if (this.reconciling) return;
    this.reconciling = true;
    try {
      for (let channels = this.takeDue(); channels.length > 0; channels = this.takeDue())
        await this.compareOrTell(channels);
    } finally {
      this.reconciling = false;
    }
    await this.comparison.ended;
  }

  private takeDue(): EnvironmentChannel[] {
    const ids = this.allAreDue ? this.channels.keys() : this.due;
    const channels = [...ids].flatMap((id) => this.channels.get(id) ?? []);
    this.allAreDue = false;
    this.due.clear();
    return channels;
  }

  private async compareOrTell(channels: readonly EnvironmentChannel[]): Promise<void> {
    try {
      await this.compareAll(channels);
    } catch (error) {
      this.options.logger.debug({ err: error }, 'reconciling streams failed, retrying');
      // Finds out whether the source is gone, so that whoever asks next does not wait for it.
      this.source.lookUp(undefined, undefined).result.catch(() => undefined);
      this.access.tellUnknown(this.channels.values());
    }
  }

  private async compareAll(channels: readonly EnvironmentChannel[]): Promise<void> {
    const held = channels.map(({ environmentId, epoch, revision }) => ({ environmentId, epoch, revision }));
    const keyHashes = [...keyHashesOf(channels)];
    const { changed, gone, endedKeys, asOf } = await this.source.compare(held, keyHashes);
    this.comparison.begin(channels);
    for (const keyHash of endedKeys) this.fallback.record({ kind: 'key-refused', keyHash });
    if (endedKeys.size > 0) for (const channel of channels) this.endStreams(channel, endedKeys);
    const changes = new Map(changed.map((version) => [version.environmentId, version]));
    for (const before of held) {
      const channel = this.channels.get(before.environmentId);
      if (!channel || gone.has(before.environmentId)) continue;
      const change = changes.get(before.environmentId);
      if (change) this.compare(channel, change);
      this.catchUpAll(channel);
      const version = change ?? before;
      // Of another epoch, a snapshot is loaded in its turn. What came meanwhile is recorded at a later reconciliation, as that is.
      if (channel.epoch !== version.epoch || (!change && channel.revision !== version.revision)) continue;
      const keyHashes = new Set<string>();
      for (const { keyHash } of channel.connections) if (!endedKeys.has(keyHash)) keyHashes.add(keyHash);
      this.fallback.record({ kind: 'current', version, keyHashes, asOf });
    }
  }

  /** They are sent nothing more at once; to end thousands takes long. */
  private endStreams({ environmentId, connections }: EnvironmentChannel, keys: ReadonlySet<string>): void {
    const ended = [...connections].filter((one) => keys.has(one.keyHash) && one.stop());
    if (ended.length > 0) this.inSlices(environmentId, endEach(ended));
  }

  /** Takes the steps, each of which is for one stream of the environment, in slices. */
  inSlices(environmentId: string, steps: Iterator<unknown>): void {
    this.context.send(environmentId, steps).catch(this.context.failed);
  }

  private compare(channel: EnvironmentChannel, version: FlagSetVersion): void {
    if (channel.epoch !== version.epoch) channel.restart();
    else if (version.revision > channel.revision) channel.notify();
    else if (isBehind(version, channel)) void this.reportRegression(channel);
  }

  private catchUpAll(channel: EnvironmentChannel): void {
    for (const connection of channel.connections)
      if (connection.catchingUp && connection.writable) this.catchUp(channel, connection);
  }

  private async reportRegression({ environmentId, epoch, revision }: EnvironmentChannel): Promise<void> {
    try {
      if (await this.source.reportRegression({ environmentId, epoch, revision })) await this.reconcile();
    } catch (error) {
      this.context.failed(error);
    }
  }

  /** Brings a connection up to date; what fails is retried at the next reconciliation. */
  catchUp(channel: EnvironmentChannel, connection: StreamConnection): void {
    channel.catchUp(connection).catch(this.context.failed);
  }

  /** The last sockets are written to in the same turn; by the next one, all that keep up have got the event. */
  private measure({ occurredAt }: StreamEvent): void {
    setImmediate(() => this.metrics.commitToFlush(Math.max(0, Date.now() - occurredAt) / 1000));
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
      // The last sockets are written to in the same turn.
      if (end) setImmediate(end);
    },
    failed: (error) =>
      this.options.logger.debug({ err: error }, 'reading changes failed, the next reconciliation retries'),
    changed: ({ change }) => this.fallback.record({ kind: 'change', change }),
    sent: (environmentId, event) => {
      this.uncounted.add(environmentId);
      if (event) this.measure(event);
    },
  };
}
