import { type FlagSetVersion, isBehind } from '@burgee/contracts/wire';
import type { Logger } from 'pino';
import type { FallbackStore } from '../fallback/fallback-store.js';
import type { FlagSource } from '../source/flag-source.js';
import { AccessComparison, type AccessEvents } from './access-events.js';
import type { EnvironmentChannel } from './environment-channel.js';
import type { Subscriber } from './subscriber.js';

/** Compares the channels with the source, which makes up for lost notifications. */
export class Reconciliation {
  private readonly comparison: AccessComparison;
  private reconciling = false;
  /** Environments to compare next. */
  private readonly due = new Set<string>();
  private allAreDue = false;

  /** @param inSlices runs the steps in slices; each step is for one stream of the environment */
  constructor(
    private readonly source: FlagSource,
    private readonly channels: ReadonlyMap<string, EnvironmentChannel>,
    private readonly fallback: Pick<FallbackStore, 'record'>,
    private readonly access: AccessEvents,
    private readonly inSlices: (environmentId: string, steps: Iterator<unknown>) => void,
    private readonly logger: Pick<Logger, 'debug'>,
  ) {
    this.comparison = new AccessComparison(source, access, channels, logger);
  }

  /**
   * Compares watched environments and their keys in one query, and access in separate queries.
   * @param environmentId the changed environment; left out: all, which takes longer the more there are
   */
  async run(environmentId?: string): Promise<void> {
    if (environmentId === undefined) this.allAreDue = true;
    else {
      this.due.add(environmentId);
      this.comparison.notify(environmentId);
    }
    if (this.reconciling) return;
    this.reconciling = true;
    try {
      for (let channels = this.takeDue(); channels.length > 0; channels = this.takeDue()) await this.compare(channels);
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

  private async compare(channels: readonly EnvironmentChannel[]): Promise<void> {
    try {
      await this.compareAll(channels);
    } catch (error) {
      this.logger.debug({ err: error }, 'reconciling streams failed, retrying');
      // Detects whether the source is down, so that the next request does not wait for it.
      this.source.lookUp(undefined, undefined).result.catch(() => undefined);
      this.access.sendUnknown(this.channels.values());
    }
  }

  private async compareAll(channels: readonly EnvironmentChannel[]): Promise<void> {
    const versions = channels.map(({ environmentId, epoch, revision }) => ({ environmentId, epoch, revision }));
    const { changed, gone, endedKeys, asOf } = await this.source.compare(versions, [...keyHashesOf(channels)]);
    this.comparison.begin(channels);
    for (const keyHash of endedKeys) this.fallback.record({ kind: 'key-refused', keyHash });
    if (endedKeys.size > 0) for (const channel of channels) this.endStreams(channel, endedKeys);
    const changes = new Map(changed.map((version) => [version.environmentId, version]));
    for (const before of versions) {
      const channel = this.channels.get(before.environmentId);
      if (!channel || gone.has(before.environmentId)) continue;
      const change = changes.get(before.environmentId);
      if (change) this.bringTo(change, channel);
      for (const connection of channel.connections)
        if (connection.catchingUp && connection.writable) void channel.catchUp(connection);
      const version = change ?? before;
      // A snapshot of another epoch is queued. A later reconciliation records it, and changes that arrived since.
      if (channel.epoch !== version.epoch || (!change && channel.revision !== version.revision)) continue;
      this.fallback.record({ kind: 'current', version, keyHashes: keyHashesOf([channel], endedKeys), asOf });
    }
  }

  /** Stops sending at once, but ends the streams in slices: ending thousands takes long. */
  private endStreams({ environmentId, connections }: EnvironmentChannel, keys: ReadonlySet<string>): void {
    const ended = [...connections].filter((one) => keys.has(one.keyHash) && one.stop());
    if (ended.length > 0) this.inSlices(environmentId, endEach(ended));
  }

  private bringTo(version: FlagSetVersion, channel: EnvironmentChannel): void {
    if (channel.epoch !== version.epoch) channel.restart();
    else if (version.revision > channel.revision) channel.notify();
    else if (isBehind(version, channel)) void this.reportRegression(channel);
  }

  private async reportRegression({ environmentId, epoch, revision }: EnvironmentChannel): Promise<void> {
    try {
      if (await this.source.reportRegression({ environmentId, epoch, revision })) await this.run();
    } catch (error) {
      this.logger.debug({ err: error }, 'reading changes failed, the next reconciliation retries');
    }
  }
}

/** The distinct keys with which the streams of these environments were opened. */
function keyHashesOf(channels: Iterable<EnvironmentChannel>, ended?: ReadonlySet<string>): Set<string> {
  const keyHashes = new Set<string>();
  for (const { connections } of channels)
    for (const { keyHash } of connections) if (!ended?.has(keyHash)) keyHashes.add(keyHash);
  return keyHashes;
}

function* endEach(connections: readonly Subscriber[]): Generator<void> {
  for (const connection of connections) {
    connection.end();
    yield;
  }
}
