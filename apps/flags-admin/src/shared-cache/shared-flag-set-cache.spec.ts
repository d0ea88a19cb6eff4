import { flagSetBody, REDIS_KEYS, unwrapFlagSet, wrapFlagSet } from '@burgee/contracts/wire';
import { auditMessage, flagUpdated, type OutboxMessage } from '@burgee/outbox/message';
import { aRow } from '@burgee/testing/unit';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Redis } from 'ioredis';
import { type Logger, pino } from 'pino';
import { AfterCommit } from '../unit-of-work/after-commit.js';
import { SharedFlagSetCache } from './shared-flag-set-cache.js';

// Budgets fill with time.
beforeEach(() => void jest.spyOn(performance, 'now').mockReturnValue(0));
afterEach(() => void jest.restoreAllMocks());

const version = (environmentId: string, revision: number) => ({ environmentId, epoch: 'e', revision });
const actor = { id: 'user', name: 'Ada' };

/** The cache of flag sets with a Redis that is a map. */
function newCache() {
  const values = new Map<string, Buffer>();
  const redis = {
    getBuffer: async (key: string) => values.get(key) ?? null,
    set: async (key: string, value: Buffer) => values.set(key, value),
    del: async (key: string) => values.delete(key),
    eval: async () => 1,
  } as unknown as Redis;
  const cache = new SharedFlagSetCache(new AfterCommit(pino({ enabled: false }) as Logger), redis, {
    FLAG_CACHE_TTL_SECONDS: 60,
  });
  /** Toggles a flag whose texts have so many characters. @returns whether the flag set at the new revision is cached */
  return async (project_id: string, environmentId: string, characters: number): Promise<boolean> => {
    const flag = aRow('flag', { targeting_attribute: 'a', targeting_value: 'x'.repeat(characters) });
    const [before, after] = [version(environmentId, 1), version(environmentId, 2)];
    values.clear();
    values.set(REDIS_KEYS.flagSet(before), wrapFlagSet({ ...before, body: flagSetBody([flag]) }));
    const note = { action: 'flag_toggle' as const, project_id, old_values: null, new_values: null };
    const stored = { epoch: 'e', occurred_at: new Date() };
    const messages = [
      { ...flagUpdated(environmentId, { ...flag, is_enabled: false }), ...stored, revision: 2 },
      { ...auditMessage(note, actor, null), ...stored, revision: null },
    ] as OutboxMessage[];
    await cache.apply(messages, 'patch');
    const bytes = values.get(REDIS_KEYS.flagSet(after));
    return bytes !== undefined && unwrapFlagSet(bytes, after) !== undefined;
  };
}

it('large flag sets that one project switches all the time are left to the next reader, in all its environments', async () => {
  const toggle = newCache();
  expect(await toggle('loop', 'one', 9_000_000)).toBe(true);
  expect(await toggle('loop', 'one', 100_000)).toBe(false);
  expect(await toggle('loop', 'two', 100_000)).toBe(false);
  expect(await toggle('other', 'three', 100_000)).toBe(true);
});

it('small flag sets are always patched', async () => {
  const toggle = newCache();
  for (let i = 0; i < 100; i++) expect(await toggle('project', 'environment', 90_000)).toBe(true);
});
