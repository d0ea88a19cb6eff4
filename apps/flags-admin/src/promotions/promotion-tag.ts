import { createHash } from 'node:crypto';
import { yieldWhenDue } from '@burgee/process-kit';
import type { ValueState } from '../flags/flag-row.js';

/** A flag's value in the target environment. */
export interface PromotedValue {
  flagId: string;
  before: ValueState;
  after: ValueState;
}

/** Identifies a promotion by its changes: two with the same tag do the same. Yields between many values. */
export async function promotionTag(to: string, values: readonly PromotedValue[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(to));
  const pause = yieldWhenDue();
  for (const { flagId, before, after } of values) {
    hash.update(JSON.stringify([flagId, before, after]));
    await pause();
  }
  return hash.digest('base64url');
}
