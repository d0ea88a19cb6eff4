import { createHash } from 'node:crypto';
import type { ValueState } from '../flags/flag-row.js';

/** A flag's value in the environment that is promoted to. */
export interface PromotedValue {
  flagId: string;
  before: ValueState;
  after: ValueState;
}

/** Names a promotion by all that it changes: two that have the same tag do the same. */
export function promotionTag(to: string, values: readonly PromotedValue[]): string {
  const text = JSON.stringify([to, values.map(({ flagId, before, after }) => [flagId, before, after])]);
  return createHash('sha256').update(text).digest('base64url');
}
