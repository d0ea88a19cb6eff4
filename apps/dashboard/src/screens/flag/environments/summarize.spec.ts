import { expect, it } from '@jest/globals';
import type { FlagView } from '@burgee/contracts/http';
import { summarize } from './summarize.js';

const ENVIRONMENTS = ['Dev', 'QA', 'Preview', 'Staging', 'Production'].map((name) => ({
  id: name,
  name,
  protected: name === 'Production',
}));

/** A flag with shares of users, of which -1 stands for an environment that does not serve it. */
const flagWith = (shares: Record<string, number>, archived_at: string | null = null) =>
  ({
    type: 'boolean',
    archived_at,
    environments: Object.entries(shares).map(([environment_id, share]) => ({
      environment_id,
      is_enabled: share > 0,
      rollout_percentage: share > 0 ? share : 100,
      ...(share < 0 && { served: false }),
      targeting_attribute: null,
      targeting_value: null,
      targeting_return_value: null,
    })),
  }) as unknown as FlagView;

it.each([
  ['one state for all', { Dev: 100, Staging: 100 }, 'In both environments: on for everyone.'],
  ['protected environments first', { Dev: 100, Production: 25 }, 'Production: on for 25% of users. On in Dev.'],
  ['others that are off', { Dev: 0, QA: 0, Production: 25 }, 'Production: on for 25% of users. Off in the 2 others.'],
  [
    'a count of many that are on',
    { Dev: 100, QA: 100, Preview: 100, Staging: 100, Production: 0 },
    'Production: off for everyone. On in 4 of 4 others.',
  ],
  ['one environment', { Dev: 100 }, 'Dev: on for everyone.'],
  ['no protected environment', { Dev: 100, QA: 0 }, 'On in Dev.'],
])('a flag in one sentence names %s', (_what, shares, expected) => {
  expect(summarize(flagWith(shares), ENVIRONMENTS)).toBe(expected);
});

it.each([
  [{ Dev: 0, Production: -1 }, 'Not served yet in Production. Dev: off for everyone.'],
  [{ Dev: 0, QA: 0, Production: -1 }, 'Not served yet in Production. Elsewhere: off for everyone.'],
  [{ Dev: 100, Staging: -1, Production: 0 }, 'Not served yet in Staging. Production: off for everyone. On in Dev.'],
  [{ Dev: -1, Production: -1 }, 'Not served yet in Dev and Production.'],
  [
    { Dev: -1, QA: -1, Preview: -1, Staging: -1, Production: 0 },
    'Not served yet in 4 environments. Production: off for everyone.',
  ],
])('a flag in one sentence says where it is not served: %j', (shares, expected) => {
  expect(summarize(flagWith(shares), ENVIRONMENTS)).toBe(expected);
});

it('a flag in one sentence is nothing for an archived flag', () => {
  expect(summarize(flagWith({ Dev: 100 }, '2026-01-01T00:00:00.000Z'), ENVIRONMENTS)).toBeUndefined();
});
