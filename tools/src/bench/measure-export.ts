import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { readProcessMetrics } from '../soak/process-metrics.js';
import type { BenchCluster } from './bench-cluster.js';
import type { Measurement } from './measurement.js';

/** How much of an export is over when its memory is what the rest is held to. */
const FIRST_PART = 0.1;
const [LOOKED_EVERY, MEGABYTE] = [1_000, 1_000_000];

/** What an export has besides entries: its first line, its last line, the people and the checkpoints. */
interface Counted {
  entries: number;
  isWhole: boolean;
}

function countLine(counted: Counted, line: string): void {
  const { type } = JSON.parse(line) as { type: string };
  if (type === 'entry') counted.entries++;
  counted.isWhole = type === 'end';
}

/**
 * Exports the history of a project as one account may, and looks at the memory of the audit process meanwhile: the most it has
 * from a tenth of the export on, beside the most it has until then.
 * @throws when an entry is missing
 */
export async function measureExport(
  { gatewayUrl, processes }: BenchCluster,
  { projectId, cookie, entries }: { projectId: string; cookie: string; entries: number },
): Promise<Measurement> {
  const pid = processes.find(({ name }) => name === 'audit')?.pid ?? 0;
  const answer = await fetch(`${gatewayUrl}/api/projects/${projectId}/audit/export`, { headers: { cookie } });
  if (!answer.ok || !answer.body) throw new Error(`The export answered ${answer.status}.`);
  const counted: Counted = { entries: 0, isWhole: false };
  const peaks = { first: 0, rest: 0 };
  for await (const line of createInterface(Readable.from(answer.body as AsyncIterable<Uint8Array>))) {
    countLine(counted, line);
    if (counted.entries % LOOKED_EVERY !== 0) continue;
    const part = counted.entries < FIRST_PART * entries ? 'first' : 'rest';
    peaks[part] = Math.max(peaks[part], readProcessMetrics(pid).rss);
  }
  if (!counted.isWhole || counted.entries < entries)
    throw new Error(
      `The export has ${counted.entries} of ${entries} entries${counted.isWhole ? '' : ' and broke off'}.`,
    );
  const [ours, yardstick] = [peaks.rest / MEGABYTE, peaks.first / MEGABYTE];
  return {
    name: `memory of audit while it exports ${entries.toLocaleString('en')} entries, beside its first tenth`,
    ours,
    yardstick,
    ratio: ours / yardstick,
    unit: 'MB',
    target: { atMost: 1.1 },
  };
}
