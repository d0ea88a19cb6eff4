import { describe, expect, it } from '@jest/globals';
import { acknowledgementParts, AT_ONCE } from './acknowledgements.js';
import type { OutboxMessage } from './outbox-message.js';

const entry = (project_id: string, text = '') =>
  ({ kind: 'audit', environment_id: null, payload: { project_id, new_values: { text } } }) as unknown as OutboxMessage;
const change = (environment_id: string, text = '') =>
  ({ kind: 'flag_updated', environment_id, payload: { text } }) as unknown as OutboxMessage;
const many = (count: number, make: () => OutboxMessage) => Array.from({ length: count }, make);
const lengths = (messages: OutboxMessage[]) => [...acknowledgementParts(messages)].map(({ length }) => length);

describe('a statement that acknowledges', () => {
  it('S116 has a bounded number of messages', () => {
    expect(lengths(many(2 * AT_ONCE.messages + 1, () => entry('a')))).toEqual([AT_ONCE.messages, AT_ONCE.messages, 1]);
    expect(lengths(many(AT_ONCE.messages, () => change('e')))).toEqual([AT_ONCE.messages]);
  });

  it('S116 has a bounded number of bytes, or one message', () => {
    const half = 'x'.repeat(AT_ONCE.bytes / 2 - 1_000);
    expect(lengths(many(5, () => entry('a', half)))).toEqual([2, 2, 1]);
    expect(lengths(many(2, () => entry('a', half.repeat(3))))).toEqual([1, 1]);
  });

  it('counts no bytes of changes, whose rows stay', () => {
    expect(lengths(many(5, () => change('e', 'x'.repeat(AT_ONCE.bytes))))).toEqual([5]);
  });

  it('S116 starts with tenants with few messages, and covers each message once', () => {
    const imported = many(150, () => entry('imports'));
    const [one, two, other] = [entry('a'), entry('a'), change('e')];
    const parts = [...acknowledgementParts([...imported, one!, other!, two!])];
    expect(parts[0]?.slice(0, 3)).toEqual([other, one, two]);
    expect(new Set(parts.flat())).toEqual(new Set([...imported, one, two, other]));
  });

  it('is absent without messages', () => expect(lengths([])).toEqual([]));
});
