import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A metric as docs/reference/metrics.md shows it. */
export interface DocumentedMetric {
  name: string;
  type: 'counter' | 'gauge' | 'histogram' | 'summary';
  labels: string[];
  /** The heading above it, which says which processes have it. */
  heading: string;
}

const ROW = /^\| `(burgee_\w+)` +\| (\w+) +\| (.*?) *\| .*\|$/gm;

/** The metrics on the page. */
export function documentedMetrics(): DocumentedMetric[] {
  const page = readFileSync(join(process.cwd(), 'docs', 'reference', 'metrics.md'), 'utf8');
  return page.split(/^## /m).flatMap((section) => {
    const heading = section.split('\n', 1)[0] ?? '';
    return [...section.matchAll(ROW)].map(([, name = '', type = '', labels = '']) => ({
      name,
      type: type as DocumentedMetric['type'],
      labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label),
      heading,
    }));
  });
}
