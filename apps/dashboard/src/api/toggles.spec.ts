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
  it('show at once until they end, and the last one wins', () => {
    const flags = [flag('a', { dev: false, prod: false }), flag('b', { dev: false })];
    expect(withToggles(flags, [toggle('a', true)])).toEqual([flag('a', { dev: true, prod: false }), flags[1]]);
    expect(withToggles(flags, [toggle('a', false), toggle('a', true)])[0]).toEqual(
      flag('a', { dev: true, prod: false }),
    );
    expect(withToggles(flags, [])).toBe(flags);
  });

  it('leave every other row the same object, so that it is not redrawn', () => {
    const flags = [flag('a', { dev: false }), flag('b', { dev: false })];
    expect(withToggles(flags, [toggle('a', true)])[1]).toBe(flags[1]);
  });
});

describe('the base of a toggle is', () => {
  it('the row it was decided on', () => {
    expect(sinceOf(toggle('fresh', true, '1'))).toBe('1');
    expect(sinceOf(toggle('fresh', true))).toBeUndefined();
  });

  it("this page's own changes since, and no others", () => {
    const where = { flagId: 'own', environmentId: 'dev' };
    noteOwnChange(where, '1', '2');
    noteOwnChange(where, '2', '3');
    // Another user made change 4.
    noteOwnChange(where, '4', '5');
    expect(sinceOf(toggle('own', true, '1'))).toBe('3');
    expect(sinceOf({ ...toggle('own', true, '1'), environmentId: 'prod' })).toBe('1');
  });
});
