export interface Sample {
  /** With `_bucket`, `_sum` or `_count`. */
  name: string;
  labels: Record<string, string>;
  value: number;
}

export interface Scraped {
  samples: Sample[];
  /** By the name of the metric. */
  types: Record<string, string>;
}

const SAMPLE = /^(\w+)(?:\{(.*)\})? (\S+)$/;

/** Reads Prometheus' text format, as far as the processes of Burgee write it. @throws where it is something else */
export function parseMetrics(text: string): Scraped {
  const samples: Sample[] = [];
  const types: Record<string, string> = {};
  for (const line of text.split('\n')) {
    const [, typed, type] = /^# TYPE (\w+) (\w+)$/.exec(line) ?? [];
    if (typed !== undefined && type !== undefined) types[typed] = type;
    if (line === '' || line.startsWith('#')) continue;
    const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
    if (name === undefined) throw new Error(`no sample of a metric: ${line}`);
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', text = '']) => [label, text]);
    samples.push({ name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) });
  }
  return { samples, types };
}

/** What a process says on its internal port. */
export async function scrape(opsUrl: string): Promise<Scraped> {
  const response = await fetch(`${opsUrl}/metrics`);
  if (!response.ok) throw new Error(`${opsUrl}/metrics answered ${response.status}`);
  return parseMetrics(await response.text());
}

/** The sum of the samples of a name that have these labels; 0 where there is none. */
export function valueOf({ samples }: Scraped, name: string, labels: Record<string, string> = {}): number {
  const fits = (sample: Sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value);
  return samples.reduce((sum, sample) => sum + (sample.name === name && fits(sample) ? sample.value : 0), 0);
}
