import type { Messenger } from '@burgee/messaging';
import { describe, expect, it } from '@jest/globals';
import { type Logger, pino } from 'pino';
import { AT_ONCE } from './acknowledgements.js';
import { Acknowledgements } from './acknowledgements.js';
import type { OutboxMessage } from './outbox-message.js';
import type { OutboxRepository } from './outbox.repository.js';

const entry = (project_id: string) =>
  ({ kind: 'audit', environment_id: null, payload: { project_id } }) as unknown as OutboxMessage;
const many = (count: number, projectId: string) => Array.from({ length: count }, () => entry(projectId));

/** Acknowledges these messages at once, with an outbox where statements on certain messages fail. */
async function run(messages: OutboxMessage[], fails: (message: OutboxMessage) => boolean) {
  const statements: OutboxMessage[][] = [];
  const done = new Set<OutboxMessage>();
  const outbox = {
    acknowledge: async (some: OutboxMessage[]) => {
      statements.push(some);
      if (some.some(fails)) throw new Error('no');
      for (const message of some) done.add(message);
    },
  };
  const lines: object[] = [];
  const logger: Logger = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  const acknowledgements = new Acknowledgements(outbox as unknown as OutboxRepository, {} as Messenger, logger);
  acknowledgements.add(messages);
  await acknowledgements.flush();
  return { statements, done, lines };
}

describe('a batch of acknowledgements', () => {
  it('S116 is written in parts at any size', async () => {
    const messages = many(5_000, 'imports');
    const { statements, done } = await run(messages, () => false);
    expect(Math.max(...statements.map(({ length }) => length))).toBe(AT_ONCE.messages);
    expect(done.size).toBe(5_000);
  });

  it('S116 is retried by tenant after a failure, with a warning', async () => {
    const [bad, good] = [entry('bad'), [...many(2, 'a'), ...many(3, 'b')]];
    const { done, lines } = await run([...good, bad], (message) => message === bad);
    expect(done).toEqual(new Set(good));
    expect(lines).toEqual([
      expect.objectContaining({ level: 40, messages: 6, tenants: 3, err: expect.objectContaining({ message: 'no' }) }),
      expect.objectContaining({ level: 40, messages: 1, tenants: 1 }),
    ]);
  });

  it('stops early when all statements fail, and leaves the rest for the relay', async () => {
    const messages = Array.from({ length: 1_000 }, (_, index) => entry(String(index)));
    const { statements, done } = await run(messages, () => true);
    expect([statements.length, done.size]).toEqual([5, 0]);
  });
});
