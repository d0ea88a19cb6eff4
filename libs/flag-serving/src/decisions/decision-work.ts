import type { EvaluationContext, Flag } from '@burgee/evaluation';

/** Work is counted in characters of ASCII that are hashed; some 250,000 are a millisecond. A flag is usually this much. */
export const WORK_OF_FLAG = 250;
/** To look one up and to answer it. */
const WORK_OF_ANY_FLAG = 100;
/** Writing text as UTF-8, parsing JSON and following a path take as long as hashing so many characters. */
const SLOW = 8;

/** A percentage hashes the subject. */
export const isSplit = ({ is_enabled, rollout_percentage }: Flag): boolean =>
  is_enabled && rollout_percentage > 0 && rollout_percentage < 100;

/** Rows from before hold other things than text. */
const lengthOf = (text: unknown): number => (typeof text === 'string' ? text.length : 0);

/** What a flag takes whatever the context is. */
export function workOfFlag(flag: Flag): number {
  const { key, type, targeting_attribute, targeting_return_value } = flag;
  const parsed = type === 'json' || type === 'number' ? lengthOf(targeting_return_value) : 0;
  return WORK_OF_ANY_FLAG + lengthOf(key) + SLOW * (parsed + lengthOf(targeting_attribute));
}

/** What each flag with a percentage takes for its subject besides. */
export function workOfSubject({ targetingKey }: EvaluationContext): number {
  if (typeof targetingKey !== 'string') return 0;
  const bytes = Buffer.byteLength(targetingKey);
  return bytes === targetingKey.length ? bytes : SLOW * bytes;
}
