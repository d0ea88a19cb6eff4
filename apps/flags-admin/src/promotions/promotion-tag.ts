import { createHash, type Hash } from 'node:crypto';
import { yieldWhenDue } from '@burgee/process-kit';
import type { ValueState } from '../flags/flag-row.js';

/** A flag's value in the environment that is promoted to. */
export interface PromotedValue {
  flagId: string;
  before: ValueState;
  after: ValueState;
}

const begin = (to: string): Hash => createHash('sha256').update(JSON.stringify(to));

const add = (hash: Hash, { flagId, before, after }: PromotedValue): Hash =>
  hash.update(JSON.stringify([flagId, before, after]));

/** Names a promotion by all that it changes: two that have the same tag do the same. */
export function promotionTag(to: string, values: readonly PromotedValue[]): string {
  const hash = begin(to);
  for (const value of values) add(hash, value);
  return hash.digest('base64url');
}

/** The same of many values, between which others have turns. */
export async function promotionTagOfMany(to: string, values: readonly PromotedValue[]): Promise<string> {
  const hash = begin(to);
  const pause = yieldWhenDue();
  for (const value of values) {
    add(hash, value);
    await pause();
  }
  return hash.digest('base64url');
}
