import { type MetricObjectWithValues, type MetricValueWithName, type Registry } from 'prom-client';

/** Upper bounds for histograms of response times. Each label value adds three series more than these. */
export const SECONDS: readonly number[] = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 2.5];

/** Codes that an operator acts on. Each protocol has dozens of codes for client errors. */
const ACTED_ON = new Set(['fresh', 'stale', 'not_modified', 'accepted', 'unavailable', 'too_many_requests']);

const CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'];

/**
 * Counts by name until the metrics are collected: looking up a counter's labels would take a fiftieth of a response.
 */
export class CountedAnswers {
  private readonly counts = new Map<string, number>();

  count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  /** The counts since the last call. */
  *take(): Generator<[name: string, count: number]> {
    yield* this.counts;
    this.counts.clear();
  }
}

/** Counts codes that only the client can act on as `refused`, which bounds the number of series. */
export class CountedDecisions extends CountedAnswers {
  override count(name: string): void {
    super.count(ACTED_ON.has(name) ? name : 'refused');
  }
}

type Labels = Record<string, string>;

interface Series {
  labels: Labels;
  /** Per bucket, with all slower observations at the end. */
  counts: Float64Array;
  sum: number;
}

interface Description {
  name: string;
  help: string;
  /** Upper bounds in seconds. */
  buckets: readonly number[];
}

/**
 * A histogram of seconds for tens of thousands of events a second: observing only adds numbers, and labels are looked
 * up beforehand. The Prometheus text is created on collection. A label without observations has no series.
 */
export class Durations {
  readonly name: string;
  readonly help: string;
  private readonly buckets: readonly number[];
  private readonly series: Series[] = [];

  constructor({ name, help, buckets }: Description, registry: Registry) {
    this.name = name;
    this.help = help;
    this.buckets = buckets;
    registry.registerMetric(this as never);
  }

  /** @returns a function that observes seconds under these labels */
  of(labels: Labels = {}): (seconds: number) => void {
    const { buckets } = this;
    const one: Series = { labels, counts: new Float64Array(buckets.length + 1), sum: 0 };
    this.series.push(one);
    const { counts } = one;
    return (seconds) => {
      let at = 0;
      while (at < buckets.length && seconds > (buckets[at] as number)) at++;
      counts[at] = (counts[at] as number) + 1;
      one.sum += seconds;
    };
  }

  /** The registry's interface to a metric. */
  async get(): Promise<MetricObjectWithValues<MetricValueWithName<string>>> {
    const observed = this.series.filter(({ counts }) => counts.some((count) => count > 0));
    const values = observed.flatMap((one) => this.valuesOf(one));
    return { name: this.name, help: this.help, type: 'histogram', aggregator: 'sum', values } as never;
  }

  private valuesOf({ labels, counts, sum }: Series): MetricValueWithName<string>[] {
    let count = 0;
    const buckets = [...this.buckets, '+Inf'].map((le, index) => {
      count += counts[index] ?? 0;
      return { metricName: `${this.name}_bucket`, labels: { le: String(le), ...labels }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${this.name}_sum`, labels, value: sum },
      { metricName: `${this.name}_count`, labels, value: count },
    ];
  }
}

/** `2xx` for 204. */
export const statusClass = (status: number): string => CLASSES[Math.floor(status / 100) - 1] ?? 'none';

/** Response times by status class. */
export function durationsByStatus(
  name: string,
  help: string,
  registry: Registry,
): (status: number, seconds: number) => void {
  const durations = new Durations({ name, help, buckets: SECONDS }, registry);
  const observe = CLASSES.map((status) => durations.of({ status }));
  return (status, seconds) => observe[Math.floor(status / 100) - 1]?.(seconds);
}
