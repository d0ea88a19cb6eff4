import { createHash } from 'node:crypto';
import type { RestoreStep } from './decide-restore.js';

/** Identifies a restore by its changes: two with the same tag do the same. */
export function restoreTag(environmentId: string, position: string, steps: readonly RestoreStep[]): string {
  const text = JSON.stringify([
    environmentId,
    position,
    steps.map(({ flagId, action, from, to }) => [flagId, action, from, to]),
  ]);
  return createHash('sha256').update(text).digest('base64url');
}
