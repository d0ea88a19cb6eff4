import { createHash, type Hash } from 'node:crypto';
import { yieldWhenDue } from '@burgee/process-kit';
import type { ValueState } from '../flags/flag-row.js';

/** A flag's value in the target environment. */
export interface PromotedValue {
  flagId: string;
  before: ValueState;
  after: ValueState;
}

const begin = (to: string): Hash => createHash('sha256').update(JSON.stringify(to));

const add = (hash: Hash, { flagId, before, after }: PromotedValue): Hash =>
  hash.update(JSON.stringify([flagId, before, after]));

/** Identifies a promotion by its changes: two with the same tag do the same. */
export function promotionTag(to: string, values: readonly PromotedValue[]): string {
  const hash = begin(to);
  for (const value of values) add(hash, value);
  return hash.digest('base64url');
}

/** The tag for many values, which yields between them. */
export async function promotionTagOfMany(to: string, values: readonly PromotedValue[]): Promise<string> {
  const hash = begin(to);
  const pause = yieldWhenDue();
  for (const value of values) {
    add(hash, value);
    await pause();
  }
  return hash.digest('base64url');
}
