import { randomUUID } from 'node:crypto';
import { createTestDatabase, storeProject, type TestDatabase } from '@burgee/testing';
import type { LimitedToken, TokenLimits } from '@burgee/contracts/wire';
import { databaseModule } from '@burgee/service-kit/database';
import type { CurrentUser } from '@burgee/session';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import fc from 'fast-check';
import pLimit from 'p-limit';
import { type Logger, pino } from 'pino';
import { DataSource } from 'typeorm';
import { ChangeFlagValuesService } from '../../flag-changes/change-flag-values.service.js';
import { ChangeFlagValueService } from '../../flags/change-flag-value.service.js';
import type { ValueState } from '../../flags/flag-row.js';
import { PromoteService } from '../../promotions/promote.service.js';
import { RevertService } from '../../restores/revert.service.js';
import { AfterCommit } from '../../unit-of-work/after-commit.js';
import { UnitOfWork } from '../../unit-of-work/unit-of-work.js';

const CALLS = 2_000;
const AT_ONCE = 8;
const KEYS = ['a', 'b', 'c', 'd'];
const UNLIMITED: TokenLimits = { flags: null, tag: null, step: null, without_step: [], changes: null, ask: false };
const LIMITS: TokenLimits[] = [
  { ...UNLIMITED, flags: ['a', 'b'], step: 30, changes: 60 },
  { ...UNLIMITED, tag: 'ops', step: 20, without_step: ['switch'], changes: 40 },
  { ...UNLIMITED, step: 0, without_step: ['switch'] },
];
const logger = pino({ enabled: false }) as Logger;

let database: TestDatabase;
let module: TestingModule;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
  source = module.get(DataSource);
});
afterAll(async () => {
  await module?.close();
  await database?.drop();
});

interface Entry {
  event_id: string;
  flag_key: string;
  flag_id: string;
  environment_id: string;
  token_id: string | null;
  before: ValueState;
  after: ValueState;
}

/** What is beyond the limits in the entries of a token, from the definition. */
function violations(entries: readonly Entry[], { tokenId, limits }: LimitedToken): string[] {
  const own = entries.filter(({ token_id }) => token_id === tokenId);
  const { flags, tag, step, without_step: free, changes } = limits;
  const found = own.flatMap(({ flag_key, before, after }) => {
    const isNamed = (!flags && !tag) || flags?.includes(flag_key) || (tag !== null && flag_key > 'b');
    const isSwitch = before.is_enabled !== after.is_enabled;
    const isRule = before.targeting_return_value !== after.targeting_return_value;
    const percent = Math.abs(before.rollout_percentage - after.rollout_percentage);
    const isLarge = step !== null && ((isSwitch && !free.includes('switch')) || isRule || percent > step);
    return [...(isNamed ? [] : [`changed ${flag_key}`]), ...(isLarge ? [`changed ${flag_key} by too much`] : [])];
  });
  return changes !== null && own.length > changes ? [...found, `made ${own.length} changes`] : found;
}

it('2,000 calls at the same time have no effect beyond the limits of their tokens', async () => {
  const { projectId, flagIds, environmentIds, members } = await storeProject(source, {
    flags: KEYS.map((key, index) => ({ key, tags: index > 1 ? ['ops'] : [] })),
    environments: ['e0', 'e1'],
    roles: ['editor'],
  });
  const person: CurrentUser = members[0];
  const tokens = LIMITS.map((limits): CurrentUser => {
    const tokenId = randomUUID();
    const performed_by = { kind: 'token' as const, id: tokenId };
    const provenance = { performed_by, on_behalf_of: person.id, via: 'api', run: null };
    return { ...person, provenance, limited: { tokenId, limits } };
  });

  // What is behind the commit, so that nothing is left to send.
  const work = new UnitOfWork(source, new AfterCommit(logger), { FLAG_SET_BYTES_AT_MOST: 30_000 }, logger);
  const one = new ChangeFlagValueService(work);
  const many = new ChangeFlagValuesService(work);
  const promotions = new PromoteService(work);
  const reverts = new RevertService(work);
  const entriesNow = () => source.sql<Entry[]>`
    select event_id, payload ->> 'flag_key' as flag_key, payload ->> 'flag_id' as flag_id,
           payload ->> 'environment_id' as environment_id, payload -> 'performed_by' ->> 'id' as token_id,
           payload -> 'old_values' as before, payload -> 'new_values' as after
    from flags.outbox where kind = 'audit' order by event_id`;

  const patch = fc.record(
    {
      is_enabled: fc.boolean(),
      rollout_percentage: fc.integer({ min: 0, max: 100 }),
      targeting_return_value: fc.constantFrom('true', 'false'),
    },
    { requiredKeys: [] },
  );
  const calls = fc.sample(
    fc.record({
      actor: fc.constantFrom(person, ...tokens, ...tokens),
      kind: fc.constantFrom('one', 'one', 'many', 'promote', 'dry', 'revert'),
      flags: fc.subarray(flagIds, { minLength: 1 }),
      environment: fc.constantFrom(...environmentIds),
      patch,
      at: fc.nat(400),
    }),
    { numRuns: CALLS, seed: Number(process.env.SEED ?? 59) },
  );
  const run = async ({
    actor,
    kind,
    flags,
    environment,
    patch: wanted,
    at,
  }: (typeof calls)[number]): Promise<unknown> => {
    const [flagId = ''] = flags;
    const [from, to] = environmentIds;
    switch (kind) {
      case 'one':
        return one.change(actor, { kind: 'edit', flagId, environmentId: environment, patch: wanted });
      case 'many':
        return many.change(
          actor,
          environment,
          flags.map((flag_id) => ({ flag_id, patch: wanted })),
        );
      case 'revert': {
        const [entry] = await source.sql<Pick<Entry, 'event_id' | 'flag_id' | 'environment_id'>[]>`
          select event_id, payload ->> 'flag_id' as flag_id, payload ->> 'environment_id' as environment_id
          from flags.outbox where kind = 'audit' order by event_id offset ${at}::int limit 1`;
        if (!entry) return undefined;
        const request = { entry_id: entry.event_id, to: 'before' as const };
        return reverts.revert(actor, { flagId: entry.flag_id, environmentId: entry.environment_id, request });
      }
      default:
        return promotions.promote(actor, projectId, { from, to, flags, dry_run: kind === 'dry' });
    }
  };
  const queue = pLimit(AT_ONCE);
  const outcomes = await Promise.allSettled(calls.map((call) => queue(() => run(call))));

  // A busy machine may let some time out: the rows say what had an effect.
  const codes = outcomes.map((outcome) =>
    outcome.status === 'rejected' ? String((outcome.reason as { code?: string }).code) : 'done',
  );
  expect(codes).toEqual(expect.arrayContaining(['done', 'limit_exceeded']));
  const entries = await entriesNow();
  for (const { limited } of tokens as { limited: LimitedToken }[]) {
    expect(violations(entries, limited)).toEqual([]);
    const own = entries.filter(({ token_id }) => token_id === limited.tokenId).length;
    const [counted] = await source.sql<{ changed: number }[]>`
      select changed from flags.token_changes where token_id = ${limited.tokenId}`;
    expect(counted?.changed).toBe(own);
    expect(own).toBeGreaterThan(10);
  }
});
