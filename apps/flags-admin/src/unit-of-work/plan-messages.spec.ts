import { auditMessage, flagDeleted, flagUpdated, type NewOutboxMessage, sdkKeyChanged } from '@burgee/outbox/message';
import { aRow } from '@burgee/testing/unit';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { batchesOf, numberRevisions } from './plan-messages.js';

const updated = (environment: string, flag: string) => flagUpdated(environment, aRow(flag));
const audited = (environment_id: string | undefined, flag: string) =>
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

it('numbers the changes of each environment in order, and audit entries get the number of their change', () => {
  const messages = [
    updated('one', 'a'),
    audited('one', 'a'),
    updated('one', 'b'),
    flagDeleted('two', { id: 'id-of-b', key: 'b' }),
    audited('one', 'b'),
    audited('two', 'b'),
  ];
  const { counts, steps, audited: auditedSteps } = numberRevisions(messages);
  expect(steps).toEqual([1, null, 2, 1, null, null]);
  expect(auditedSteps).toEqual([null, 1, null, null, 2, 1]);
  expect([...counts]).toEqual([
    ['one', 2],
    ['two', 1],
  ]);
});

it('messages without a revision have no number, and neither do entries about them', () => {
  const {
    counts,
    steps,
    audited: auditedSteps,
  } = numberRevisions([sdkKeyChanged('one'), audited('one', 'a'), audited(undefined, 'a')]);
  expect([steps, auditedSteps, counts.size]).toEqual([[null, null, null], [null, null, null], 0]);
});

it('each change gets its entry: for its environment, or else for the whole flag', () => {
  const messages = [
    updated('one', 'a'),
    updated('two', 'a'),
    audited(undefined, 'a'),
    updated('one', 'b'),
    audited('one', 'a'),
  ];
  const { entries } = numberRevisions(messages);
  expect(entries).toEqual([messages[4], messages[2], undefined, undefined, undefined]);
});

const FLAG = {
  flag_id: 'f',
  key: 'k',
  name: 'n',
  type: 'boolean' as const,
  is_enabled: true,
  rollout_percentage: 1,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
};
const update = () => flagUpdated('e', FLAG);
const entry = () =>
  auditMessage(
    { action: 'flag_update', project_id: 'p', old_values: null, new_values: null },
    { id: 'u', name: 'U' },
    null,
  );

it('a few changes form one batch', () => {
  const messages = [update(), entry(), update(), entry()];
  expect(batchesOf(messages)).toEqual([messages]);
  expect(batchesOf([])).toEqual([]);
});

it('batches keep all messages in order and never separate a change from its entries', () => {
  const flag = fc.tuple(fc.nat({ max: 3 }), fc.integer({ min: 1, max: 3 }));
  fc.assert(
    fc.property(fc.array(flag), fc.integer({ min: 1, max: 6 }), (flags, atOnce) => {
      const messages = flags.flatMap(([updates, entries]): NewOutboxMessage[] => [
        ...Array.from({ length: updates }, update),
        ...Array.from({ length: entries }, entry),
      ]);
      const batches = batchesOf(messages, atOnce);
      expect(batches.flat()).toEqual(messages);
      for (const batch of batches.slice(0, -1)) {
        expect(batch.length).toBeGreaterThanOrEqual(atOnce);
        expect(batch.at(-1)?.kind).toBe('audit');
      }
      for (const batch of batches.slice(1)) expect(batch[0]?.kind).toBe('flag_updated');
    }),
  );
});
