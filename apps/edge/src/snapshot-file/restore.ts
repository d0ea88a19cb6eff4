import type { Logger } from 'pino';
import type { EdgeConfig } from '../config.js';
import type { UpstreamUpdate } from '../cached/update.js';
import { readSnapshot } from './snapshot-file.js';
import { readStoredEnvironments } from './stored-environments.js';

/** By environment: its updates, the last of which says how old it is. */
function byEnvironment(updates: readonly UpstreamUpdate[]): Map<string, { updates: UpstreamUpdate[]; at: number }> {
  const environments = new Map<string, { updates: UpstreamUpdate[]; at: number }>();
  let current: UpstreamUpdate[] = [];
  for (const update of updates) {
    current.push(update);
    if (update.kind !== 'heard') continue;
    environments.set(update.environmentId, { updates: current, at: update.at });
    current = [];
  }
  return environments;
}

/** What an edge starts with: of each environment the newer of what its folder and the snapshot file have. @throws with a sentence */
export function restore(
  { LAST_KNOWN_GOOD_DIR, SNAPSHOT }: Pick<EdgeConfig, 'LAST_KNOWN_GOOD_DIR' | 'SNAPSHOT'>,
  logger: Pick<Logger, 'warn'>,
): UpstreamUpdate[] {
  const restored = byEnvironment(readStoredEnvironments(LAST_KNOWN_GOOD_DIR, logger));
  for (const [id, found] of byEnvironment(SNAPSHOT === undefined ? [] : readSnapshot(SNAPSHOT)))
    if (found.at > (restored.get(id)?.at ?? 0)) restored.set(id, found);
  return [...restored.values()].flatMap(({ updates }) => updates);
}
