import type { CurrentUser } from '@burgee/session';
import { expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { UnitOfWork } from './unit-of-work.js';

const ACTOR = { id: 'ada', name: 'Ada', membership: null } as CurrentUser;

/** A database that refuses messages in a transaction with a failed statement. */
function databaseOf(statements: string[]): DataSource {
  const manager = {
    sql: async ([text = '']: TemplateStringsArray) => {
      if (text.includes('current_timeline')) return [{ own: true }];
      if (/advisory|inactive_user/.test(text)) return [];
      throw new Error('current transaction is aborted');
    },
  };
  const query = async (text: string) => void statements.push(text);
  const runner = { connect: async () => ({ query }), query, release: async () => undefined, manager };
  return { createQueryRunner: () => runner } as unknown as DataSource;
}

it('a change throws the first error, from its own statement, not from the messages after it', async () => {
  const statements: string[] = [];
  const work = new UnitOfWork(
    databaseOf(statements),
    { run: () => undefined } as never,
    { FLAG_SET_BYTES_AT_MOST: 1 },
    { warn: () => undefined } as never,
  );
  const failing = work.run(ACTOR, async (change) => {
    change.sdkKeyChanged('environment');
    change.send(Promise.reject(new Error('canceling statement due to statement timeout')));
  });
  await expect(failing).rejects.toThrow('statement timeout');
  expect(statements).toEqual(['begin', 'rollback']);
});
