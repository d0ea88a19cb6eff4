import type { EnvironmentView } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { holdOf } from './holds.js';
import { environmentsServing } from './serve-again.js';

const FREE = { frozen_until: null, comment_required: false };
const environments = [
  { ...FREE, id: 'd', name: 'Development', approvals: 0 },
  { ...FREE, id: 'p', name: 'Production', approvals: 1 },
] as EnvironmentView[];
const fresh = { environments: [{ environment_id: 'd' }, { environment_id: 'p', served: false as const }] };
const served = { environments: [{ environment_id: 'd' }, { environment_id: 'p' }] };

it.each([
  ['none for a flag that is not served where they hold', [fresh], ['Development'], undefined],
  ['those of an environment that serves the flag', [served], ['Development', 'Production'], 'approval_required'],
  [
    'those of an environment that serves one of the flags',
    [fresh, served],
    ['Development', 'Production'],
    'approval_required',
  ],
  [
    'all for an environment that the flag is not loaded for',
    [{ environments: [] }],
    ['Development', 'Production'],
    'approval_required',
  ],
] as const)('the rules for a change of whole flags are %s', (_which, flags, names, reason) => {
  const serving = environmentsServing(flags, environments);
  expect(serving.map(({ name }) => name)).toEqual(names);
  expect(holdOf(serving, true)).toBe(reason);
});
