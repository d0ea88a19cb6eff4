import type { Logger } from 'pino';
import type { EdgeConfig } from '../config.js';
import type { UpstreamUpdate } from '../cached/update.js';
import { readSnapshot } from './snapshot-file.js';
import { readStoredEnvironments } from './stored-environments.js';

/** The updates of each environment; the time of the last one is its age. */
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

/**
 * The initial state: per environment, the newer of the edge's folder and the snapshot file. @throws with a sentence for
 * the operator
 */
export function restore(
  { LAST_KNOWN_GOOD_DIR, SNAPSHOT }: Pick<EdgeConfig, 'LAST_KNOWN_GOOD_DIR' | 'SNAPSHOT'>,
  logger: Pick<Logger, 'warn'>,
): UpstreamUpdate[] {
  const restored = byEnvironment(readStoredEnvironments(LAST_KNOWN_GOOD_DIR, logger));
  for (const [id, found] of byEnvironment(SNAPSHOT === undefined ? [] : readSnapshot(SNAPSHOT)))
    if (found.at > (restored.get(id)?.at ?? 0)) restored.set(id, found);
  return [...restored.values()].flatMap(({ updates }) => updates);
}
