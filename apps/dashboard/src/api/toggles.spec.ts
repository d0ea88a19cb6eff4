import type { FlagView } from '@burgee/contracts/http';
import { describe, expect, it } from '@jest/globals';
import { noteOwnChange, sinceOf, type Toggle, withToggles } from './toggles.js';

const flag = (id: string, on: Record<string, boolean>) =>
  ({
    id,
    environments: Object.entries(on).map(([environment_id, is_enabled]) => ({ environment_id, is_enabled })),
  }) as FlagView;
const toggle = (flagId: string, isEnabled: boolean, since?: string): Toggle => ({
  flagId,
  environmentId: 'dev',
  isEnabled,
  since,
});

describe('toggles under way', () => {
  it('show at once, the last one counting, and are forgotten with their end', () => {
    const flags = [flag('a', { dev: false, prod: false }), flag('b', { dev: false })];
    expect(withToggles(flags, [toggle('a', true)])).toEqual([flag('a', { dev: true, prod: false }), flags[1]]);
    expect(withToggles(flags, [toggle('a', false), toggle('a', true)])[0]).toEqual(
      flag('a', { dev: true, prod: false }),
    );
    expect(withToggles(flags, [])).toBe(flags);
  });

  it('leave every other row as it is, for its place in the page to be left too', () => {
    const flags = [flag('a', { dev: false }), flag('b', { dev: false })];
    expect(withToggles(flags, [toggle('a', true)])[1]).toBe(flags[1]);
  });
});

describe('a toggle is sent on top of', () => {
  it('the row it was decided on', () => {
    expect(sinceOf(toggle('fresh', true, '1'))).toBe('1');
    expect(sinceOf(toggle('fresh', true))).toBeUndefined();
  });

  it("this page's own changes since, and nobody else's", () => {
    const where = { flagId: 'own', environmentId: 'dev' };
    noteOwnChange(where, '1', '2');
    noteOwnChange(where, '2', '3');
    // 4 is somebody else's.
    noteOwnChange(where, '4', '5');
    expect(sinceOf(toggle('own', true, '1'))).toBe('3');
    expect(sinceOf({ ...toggle('own', true, '1'), environmentId: 'prod' })).toBe('1');
  });
});
