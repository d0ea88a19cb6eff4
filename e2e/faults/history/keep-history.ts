import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { TestCluster, TestService } from '@burgee/testing';

/** Everything that is needed to find out why, in a folder that stays: the history, and what each process printed. */
export function keepHistory(
  seed: number,
  cluster: Pick<TestCluster, 'services'>,
  history: object,
  others: readonly TestService[] = [],
): void {
  const folder = join(tmpdir(), `burgee-history-${seed}`);
  rmSync(folder, { recursive: true, force: true });
  for (const { logFile } of [...Object.values(cluster.services), ...others])
    cpSync(logFile, join(folder, basename(logFile)));
  const asJson = (_key: string, value: unknown) => (value instanceof Map ? [...value] : value);
  writeFileSync(join(folder, 'history.json'), JSON.stringify(history, asJson));
  process.stderr.write(`The history is in ${folder}\n`);
}
