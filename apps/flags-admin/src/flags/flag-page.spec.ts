import { decodeKey } from '@burgee/contracts/plain';
import { describe, expect, it } from '@jest/globals';
import { likePattern, toFlagPage } from './flag-page.js';
import type { FlagRow, ValueRow } from './flag-row.js';

const at = new Date(0);
const flag = (key: string) => ({ id: `id-${key}`, key, created_at: at, updated_at: at }) as FlagRow;
const toView = ({ key }: FlagRow, environments: ValueRow[]) => ({ key, environments });
const value = (key: string, environment_id: string) =>
  ({ flag_id: `id-${key}`, environment_id, updated_at: at }) as ValueRow;

describe('a page of flags', () => {
  it('contains each flag with its own values, in order', () => {
    const values = [value('b', '1'), value('a', '1'), value('b', '2')];
    const { flags, next } = toFlagPage([flag('a'), flag('b')], values, toView, false);
    expect(flags.map(({ key, environments }) => [key, environments.map((one) => one.environment_id)])).toEqual([
      ['a', ['1']],
      ['b', ['1', '2']],
    ]);
    expect(next).toBeUndefined();
  });

  it('has a cursor that starts after its last key', () => {
    const { next } = toFlagPage([flag('a'), flag('b')], [], toView, true);
    expect(decodeKey(next ?? '')).toBe('b');
  });

  it.each(['', 'nonsense', 'W10'])('refuses the cursor %j', (cursor) => {
    expect(() => decodeKey(cursor)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });

  it('searches for the literal text, not a pattern', () => {
    expect(likePattern('50%_\\')).toBe('%50\\%\\_\\\\%');
  });
});
