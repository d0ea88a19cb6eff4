import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { BUCKETING_VERSION, bucketOf, murmur3 } from './bucket.js';
import type { EvaluationContext } from './context.js';
import { evaluate, EVALUATION_VERSION } from './evaluate.js';
import type { Flag, FlagType, FlagValue } from './flag.js';

const read = (name: string) =>
  JSON.parse(readFileSync(join(process.cwd(), 'libs', 'evaluation', 'vectors', name), 'utf8'));

interface Bucketing {
  bucketing: number;
  hashes: { text: string; hash: number }[];
  ill_formed_utf16: { utf16: number[]; hash: number }[];
  buckets: { flag: string; key: string; hash: number; bucket: number }[];
}

interface Case {
  name: string;
  flags: Partial<Flag>[];
  key: string;
  type: FlagType;
  default: FlagValue;
  context: EvaluationContext;
  /** Fields that the rows do not have. */
  without?: (keyof Flag)[];
  /** Attributes of the context that JSON cannot write. */
  numbers?: Record<string, 'NaN' | 'Infinity' | '-Infinity'>;
  expect: { value: FlagValue; reason: string; variant?: string; errorCode?: string };
}

interface Vectors {
  base: Flag;
  cases: Case[];
}

const bucketing = read('bucketing-v1.json') as Bucketing;
const [first, second, evaluation] = [1, 2, EVALUATION_VERSION].map(
  (version) => read(`evaluation-v${version}.json`) as Vectors,
) as [Vectors, Vectors, Vectors];

function rowsOf({ flags, without = [] }: Case): Flag[] {
  const isThere = ([field]: [string, unknown]) => !without.includes(field as keyof Flag);
  return flags.map(
    (flag) => Object.fromEntries(Object.entries({ ...evaluation.base, ...flag }).filter(isThere)) as unknown as Flag,
  );
}

function contextOf({ context, numbers = {} }: Case): EvaluationContext {
  return { ...context, ...Object.fromEntries(Object.entries(numbers).map(([name, text]) => [name, Number(text)])) };
}

describe('bucketing version 1, by its vectors', () => {
  it('is the version of the vectors', () => {
    expect(BUCKETING_VERSION).toBe(bucketing.bucketing);
  });

  it.each(bucketing.hashes)('murmur3 of $text', ({ text, hash }) => {
    expect(murmur3(text)).toBe(hash);
  });

  it.each(bucketing.ill_formed_utf16)('murmur3 of half a surrogate pair, $utf16', ({ utf16, hash }) => {
    expect(murmur3(String.fromCharCode(...utf16))).toBe(hash);
  });

  it.each(bucketing.buckets)('$key of $flag', ({ flag, key, hash, bucket }) => {
    expect([murmur3(`${flag}:${key}`), bucketOf(flag, key)]).toEqual([hash, bucket]);
  });
});

describe('evaluation, by its vectors', () => {
  it.each([
    [2, second, first],
    [3, evaluation, second],
  ])('version %i contains the earlier one unchanged', (_, { base, cases }, earlier) => {
    expect({ base, cases: cases.slice(0, earlier.cases.length) }).toEqual({ base: earlier.base, cases: earlier.cases });
  });

  it.each(evaluation.cases)('$name', (one) => {
    const { key, type, default: defaultValue, expect: expected } = one;
    const rows = rowsOf(one);
    for (const set of [rows, new Map(rows.map((row) => [row.key, row]))]) {
      const { errorMessage, ...rest } = evaluate(set, key, defaultValue, contextOf(one), type);
      expect(rest).toEqual(expected);
      expect(errorMessage !== undefined).toBe(expected.errorCode !== undefined);
    }
  });

  it('takes the type from the default', () => {
    const flag = (type: FlagType): Flag => ({ ...evaluation.base, type });
    expect(evaluate([flag('boolean')], 'new-checkout', false).value).toBe(true);
    expect(evaluate([flag('string')], 'new-checkout', 'x').reason).toBe('STATIC');
    expect(evaluate([flag('number')], 'new-checkout', 1).reason).toBe('STATIC');
    expect(evaluate([flag('json')], 'new-checkout', { a: 1 }).reason).toBe('STATIC');
  });
});
