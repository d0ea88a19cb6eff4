import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Dependencies, Health, metrics, type Readiness } from '@burgee/process-kit';
import { AggregatorRegistry } from 'prom-client';
import type { ProcessCount } from '../applied/process-counts.js';
import type { FollowedUpstream } from '../follow.js';
import type { EdgeServer, ServerParts } from '../server.js';
import { EdgeReadiness } from '../serving/edge-readiness.js';
import type { ServingProcess } from '../serving/serving-process.js';
import { Heartbeats } from './heartbeats.js';
import { MessagesOnTheirWay } from './messages-on-their-way.js';
import { Peer } from './peer.js';
import type { WorkerCalls } from './run-worker.js';

/** A worker that ended sooner is restarted with a delay, since it may end again at once. */
const LIVES_AT_LEAST_MS = 10_000;
const REPLACED_AFTER_MS = 1_000;
const HEARTBEAT_MS = 1_000;
/** A worker that is busy for longer is left out. */
const ANSWERS_WITHIN_MS = 1_000;

type WorkerParts = Omit<ServerParts, 'chain'> & Pick<FollowedUpstream, 'chain'>;

/**
 * Processes that serve clients, all on one port. Each gets the whole cache once, then every update; this process
 * follows the upstream for all of them.
 */
export class Workers implements EdgeServer {
  readonly health: Health;
  private readonly forked = new Set<Worker>();
  /** Workers that receive the cache. */
  private readonly peers = new Set<Peer<WorkerCalls>>();
  private isStopping = false;

  constructor(private readonly parts: WorkerParts) {
    this.health = new Health(new Dependencies(parts.logger));
  }

  async listen(): Promise<void> {
    const { config, cached, chain } = this.parts;
    const exec = join(import.meta.dirname, '..', 'main.js');
    // Keeps buffers and dates intact.
    cluster.setupPrimary({ exec, args: process.argv.slice(2), serialization: 'advanced' });
    cached.onUpdate((update) => {
      for (const peer of this.peers) peer.send('update', update);
    });
    chain.onBefore((before) => {
      for (const peer of this.peers) peer.send('before', before);
    });
    await Promise.all(Array.from({ length: config.WORKERS }, () => this.start()));
    this.health.started(this.readiness());
  }

  async processes(): Promise<ServingProcess[]> {
    return (await this.figures()).map(({ pid, streams }) => ({ pid, streams }));
  }

  async countApplied(...asked: Parameters<EdgeServer['countApplied']>): Promise<ProcessCount[]> {
    return (await this.askAll((peer) => peer.call('countApplied', ...asked))).flat();
  }

  acknowledge(...acknowledged: Parameters<EdgeServer['acknowledge']>): void {
    for (const peer of this.peers) peer.send('acknowledge', ...acknowledged);
  }

  endApplied(waitId: string): void {
    for (const peer of this.peers) peer.send('endApplied', waitId);
  }

  async metrics(): Promise<string> {
    const ofWorkers = (await this.figures()).map((one) => one.metrics);
    return AggregatorRegistry.aggregate([await metrics.getMetricsAsJSON(), ...ofWorkers]).metrics();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    this.health.stop();
    const ended = [...this.forked].map((worker) => once(worker, 'exit'));
    for (const peer of this.peers) peer.send('stop');
    await Promise.all(ended);
  }

  /** Resolves when it serves clients. @throws the reason when it cannot */
  private async start(): Promise<void> {
    const worker = cluster.fork();
    const startedAt = performance.now();
    this.forked.add(worker);
    const onTheirWay = new MessagesOnTheirWay(() => this.end(worker));
    const send = (message: object) => {
      if (worker.isConnected()) onTheirWay.send((hasLeft) => worker.send(message, hasLeft));
    };
    const peer = await new Promise<Peer<WorkerCalls>>((resolve, reject) => {
      const started: Peer<WorkerCalls> = new Peer<WorkerCalls>(
        { send, onMessage: (listener) => worker.on('message', listener) },
        { ...this.parts.questions, begin: () => resolve(this.sendAll(started)) },
      );
      worker.once('exit', () => {
        this.forked.delete(worker);
        this.peers.delete(started);
        started.end();
        reject(new Error('An edge worker ended during its start.'));
      });
    });
    await peer.call('listen');
    const heartbeats = new Heartbeats(
      () => peer.call('answer'),
      () => this.end(worker),
    );
    const timer = setInterval(() => heartbeats.beat(), HEARTBEAT_MS).unref();
    worker.once('exit', (code, signal) => {
      clearInterval(timer);
      const lived = performance.now() - startedAt;
      if (!this.isStopping) void this.replace({ pid: worker.process.pid, code, signal }, lived);
    });
  }

  /** Ends a hung worker, which another one replaces. */
  private end({ process: child }: Worker): void {
    if (child.killed) return;
    this.parts.logger.error({ pid: child.pid }, 'edge worker hangs and has read no message for 10 s, ending it');
    child.kill('SIGKILL');
  }

  /** Synchronously, so that no update is missed. */
  private sendAll(peer: Peer<WorkerCalls>): Peer<WorkerCalls> {
    const { cached, chain, ticketSecret } = this.parts;
    peer.send('start', { edgeId: chain.id, ticketSecret });
    peer.send('before', chain.before);
    for (const update of cached.updates()) peer.send('update', update);
    this.peers.add(peer);
    return peer;
  }

  private async replace(ended: object, lived: number): Promise<void> {
    const { logger } = this.parts;
    logger.error(ended, 'edge worker ended, starting another one');
    for (let pause = lived < LIVES_AT_LEAST_MS ? REPLACED_AFTER_MS : 0; ; pause = REPLACED_AFTER_MS) {
      await delay(pause, undefined, { ref: false });
      if (this.isStopping) return;
      try {
        await this.start();
        return;
      } catch (error) {
        logger.error({ err: error }, 'starting an edge worker failed, retrying');
      }
    }
  }

  private figures(): Promise<Awaited<ReturnType<WorkerCalls['figures']>>[]> {
    return this.askAll((peer) => peer.call('figures'));
  }

  private async askAll<T>(ask: (peer: Peer<WorkerCalls>) => Promise<T>): Promise<T[]> {
    const none = () => delay(ANSWERS_WITHIN_MS, undefined, { ref: false });
    const asked = [...this.peers].map((peer) => Promise.race([ask(peer).catch(() => undefined), none()]));
    return (await Promise.all(asked)).flatMap((one) => (one === undefined ? [] : [one]));
  }

  private readiness(): Readiness {
    const ofCached = new EdgeReadiness(this.parts.cached, { areShort: async () => false });
    return {
      obstacle: async () => (this.peers.size === 0 ? 'no worker answers callers' : ofCached.obstacle()),
      degradation: () => ofCached.degradation(),
    };
  }
}
