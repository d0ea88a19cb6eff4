import { auditMessage, flagDeleted, flagUpdated, sdkKeyChanged } from '@burgee/outbox/message';
import { aRow } from '@burgee/testing/unit';
import { expect, it } from '@jest/globals';
import { numberRevisions } from './number-revisions.js';

const updated = (environment: string, flag: string) => flagUpdated(environment, aRow(flag));
const told = (environment_id: string | undefined, flag: string) =>
  auditMessage(
    {
      action: 'flag_toggle',
      project_id: 'p',
      flag_id: `id-of-${flag}`,
      environment_id,
      old_values: null,
      new_values: null,
    },
    { id: 'u', name: 'Ada' },
    null,
  );

it('the changes of each environment are numbered in their order, and audit entries know their own', () => {
  const messages = [
    updated('one', 'a'),
    told('one', 'a'),
    updated('one', 'b'),
    flagDeleted('two', { id: 'id-of-b', key: 'b' }),
    told('one', 'b'),
    told('two', 'b'),
  ];
  const { counts, steps, told: toldSteps } = numberRevisions(messages);
  expect(steps).toEqual([1, null, 2, 1, null, null]);
  expect(toldSteps).toEqual([null, 1, null, null, 2, 1]);
  expect([...counts]).toEqual([
    ['one', 2],
    ['two', 1],
  ]);
});

it('what makes no revision has no number, nor has an entry about it', () => {
  const {
    counts,
    steps,
    told: toldSteps,
  } = numberRevisions([sdkKeyChanged('one'), told('one', 'a'), told(undefined, 'a')]);
  expect([steps, toldSteps, counts.size]).toEqual([[null, null, null], [null, null, null], 0]);
});

it('each change knows the entry that tells of it: the one about its environment, else the one about the whole flag', () => {
  const messages = [
    updated('one', 'a'),
    updated('two', 'a'),
    told(undefined, 'a'),
    updated('one', 'b'),
    told('one', 'a'),
  ];
  const { tellers } = numberRevisions(messages);
  expect(tellers).toEqual([messages[4], messages[2], undefined, undefined, undefined]);
});
