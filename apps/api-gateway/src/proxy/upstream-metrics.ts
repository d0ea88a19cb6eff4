import { Durations, metrics, SECONDS, statusClass } from '@burgee/process-kit';
import { Counter, Gauge } from 'prom-client';
import { type Route, UPSTREAMS } from './route-to.js';

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

/** Why a request has no answer of its service, or not this one. */
export type Failure = 'no_answer' | 'retried' | 'overloaded';

/** Counts what services answer to what is passed on to them. */
export const upstreamMetrics = {
  answered({ service: upstream, name: route }: Route, status: number, seconds: number): void {
    requests.inc({ upstream, route, outcome: statusClass(status) });
    observe.get(upstream)?.(seconds);
  },
  failed({ service: upstream, name: route }: Route, outcome: Failure): void {
    requests.inc({ upstream, route, outcome });
  },
  /** @returns what to call when it ends */
  streamOpened({ service: upstream }: Route): () => void {
    streams.inc({ upstream });
    openStreams.inc({ upstream });
    return () => openStreams.dec({ upstream });
  },
};
