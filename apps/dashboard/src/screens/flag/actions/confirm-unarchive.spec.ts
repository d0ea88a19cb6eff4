import type { EnvironmentView, FlagView } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { askBy, type Question } from '../../../environment/confirm-in.js';
import { confirmUnarchive } from './confirm-unarchive.js';

const environments = [
  { id: 'd', name: 'Development', protected: false, approvals: 0 },
  { id: 'p', name: 'Production', protected: true, approvals: 0 },
  { id: 's', name: 'Staging', protected: false, approvals: 0 },
] as EnvironmentView[];
const value = {
  rollout_percentage: 25,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
};
const flag = {
  key: 'old',
  type: 'boolean',
  environments: [
    { ...value, environment_id: 'p', is_enabled: true },
    { ...value, environment_id: 'd', is_enabled: false },
    { ...value, environment_id: 's', is_enabled: true, served: false },
  ],
} as FlagView;

it.each([true, false])(
  'says what will be served by environment before it unarchives a flag; confirmed: %s',
  async (yes) => {
    const asked: Question[] = [];
    const end = askBy(async (question) => asked.push(question) > 0 && yes);
    let isUnarchived = false;
    await confirmUnarchive(flag, environments, () => (isUnarchived = true));
    await confirmUnarchive({ ...flag, environments: [] }, environments.slice(0, 1), () => undefined);
    end();
    expect(isUnarchived).toBe(yes);
    expect(
      asked.map(({ title, environments: shown, effects }) => [title, shown.map(({ name }) => name), effects]),
    ).toEqual([
      [
        'Unarchive old?',
        ['Production'],
        [
          'Apps get it immediately:',
          'Development: off',
          'Production: on for 25% of users',
          "Staging: Not served yet: your code's default applies until a change.",
        ],
      ],
      ['Unarchive old?', [], ['Apps get it immediately:']],
    ]);
  },
);

it('leaves the question to the request for approval, where unarchiving needs one', async () => {
  const end = askBy(() => Promise.reject(new Error('asked')));
  const [development] = environments;
  expect(await confirmUnarchive(flag, [{ ...development!, approvals: 1 }], () => undefined)).toBe(true);
  end();
});

it('asks without a request where only environments that do not serve the flag require approval', async () => {
  const end = askBy(async () => false);
  const staging = { ...environments[2]!, approvals: 1, protected: true };
  expect(await confirmUnarchive(flag, [staging], () => undefined)).toBe(false);
  end();
});
