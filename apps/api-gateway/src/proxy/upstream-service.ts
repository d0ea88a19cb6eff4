import { type AdmissionMetrics, FairScheduler } from '@burgee/admission';
import { unavailable } from '@burgee/contracts/wire';
import { Durations, metrics, SECONDS, statusClass } from '@burgee/process-kit';
import { Counter, Gauge } from 'prom-client';
import { LEVELS, type LevelName, type Route, type Upstream, UPSTREAMS } from '../routes.js';

const AVOIDED_MILLISECONDS = 1_000;
/** More than the queue of one sdk-gateway, so that reads that need no queue still pass. */
const UNDER_WAY_AT_MOST = 10_000;

/** A slot for a request at a replica. */
export interface ReplicaSlot {
  readonly url: string;
  /** Frees the slot; further calls do nothing. */
  leave(): void;
}

/**
 * Chooses the replicas of a service in turn, and skips replicas that failed within the last second or have no free
 * slot.
 */
export class Replicas {
  private turn = 0;
  private readonly avoidedUntil = new Map<string, number>();
  private readonly underWay = new Map<string, number>();

  constructor(
    private readonly urls: readonly string[],
    private readonly atMost = UNDER_WAY_AT_MOST,
  ) {}

  get count(): number {
    return this.urls.length;
  }

  /** @returns undefined when no replica has a free slot */
  enter(now = Date.now()): ReplicaSlot | undefined {
    const inOrder = this.urls.map((_, index) => this.urls[(this.turn + index) % this.urls.length] as string);
    this.turn++;
    const free = inOrder.filter((url) => this.underWayAt(url) < this.atMost);
    const url = free.find((one) => (this.avoidedUntil.get(one) ?? 0) <= now) ?? free[0];
    return url === undefined ? undefined : this.placeAt(url);
  }

  failed(url: string, now = Date.now()): void {
    this.avoidedUntil.set(url, now + AVOIDED_MILLISECONDS);
  }

  private underWayAt(url: string): number {
    return this.underWay.get(url) ?? 0;
  }

  private placeAt(url: string): ReplicaSlot {
    this.underWay.set(url, this.underWayAt(url) + 1);
    let held = true;
    const leave = () => {
      if (held) this.underWay.set(url, this.underWayAt(url) - 1);
      held = false;
    };
    return { url, leave };
  }
}

/** A busy engine fails a single request; a dead one fails all. */
const FAILURES_IN_A_ROW = 2;

/** A service behind this gateway: its addresses, and the admission of requests to it. */
export class UpstreamService {
  readonly replicas: Replicas;
  /** Undefined for sdk-gateway, which admits requests itself. */
  readonly scheduler: FairScheduler<LevelName> | undefined;
  private failures = 0;
  private respondedAt = -Infinity;

  constructor(
    name: Upstream,
    urls: readonly string[],
    metrics: (admits: string) => AdmissionMetrics,
    underWayAtMost?: number,
  ) {
    this.replicas = new Replicas(urls, underWayAtMost);
    if (name !== 'sdk-gateway') this.scheduler = new FairScheduler(LEVELS, { metrics: metrics(name) });
  }

  /** It responded, with or without its engines. */
  responded(now = performance.now()): void {
    this.respondedAt = now;
  }

  wasSilentSince(time: number): boolean {
    return this.respondedAt < time;
  }

  /** It responded, and so did its engines. */
  succeeded(): void {
    this.failures = 0;
  }

  /**
   * It did not respond, or its engine did not. All queued requests are refused at once, as each would wait as long: when
   * it hangs, or at the second failure in a row.
   */
  failed(hangs = false): void {
    this.failures++;
    if (hangs || this.failures >= FAILURES_IN_A_ROW) this.scheduler?.refuseWaiting(unavailable());
  }
}

const requests = new Counter({
  name: 'burgee_upstream_requests_total',
  help: 'Requests that were passed on, but for streams, by what became of them: the class of the status, or why there was none.',
  labelNames: ['upstream', 'route', 'outcome'],
  registers: [metrics],
});

const durations = new Durations(
  {
    name: 'burgee_upstream_response_duration_seconds',
    help: 'From passing a request on to the head of its answer, but for streams.',
    buckets: SECONDS,
  },
  metrics,
);
const observe = new Map(UPSTREAMS.map((upstream) => [upstream, durations.of({ upstream })]));

const streams = new Counter({
  name: 'burgee_upstream_streams_total',
  help: 'Event streams that services have opened, by the service.',
  labelNames: ['upstream'],
  registers: [metrics],
});

const openStreams = new Gauge({
  name: 'burgee_upstream_streams',
  help: 'Event streams that are open, by the service.',
  labelNames: ['upstream'],
  registers: [metrics],
});

/** Why a request has no response of its service, or a later one. */
export type Failure = 'no_answer' | 'retried' | 'overloaded';

/** Counts the responses of services to forwarded requests. */
export const upstreamMetrics = {
  answered({ service: upstream, name: route }: Route, status: number, seconds: number): void {
    requests.inc({ upstream, route, outcome: statusClass(status) });
    observe.get(upstream)?.(seconds);
  },
  failed({ service: upstream, name: route }: Route, outcome: Failure): void {
    requests.inc({ upstream, route, outcome });
  },
  /** @returns a function to call when the stream ends */
  streamOpened({ service: upstream }: Route): () => void {
    streams.inc({ upstream });
    openStreams.inc({ upstream });
    return () => openStreams.dec({ upstream });
  },
};
