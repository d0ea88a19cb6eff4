import { auditMessage, flagUpdated, type NewOutboxMessage } from '@burgee/outbox/message';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { batchesOf } from './batches-of.js';

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

it('what few changes make is one batch', () => {
  const messages = [update(), entry(), update(), entry()];
  expect(batchesOf(messages)).toEqual([messages]);
  expect(batchesOf([])).toEqual([]);
});

it('are all there is, in its order, and none begins between a change and the entries about it', () => {
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
