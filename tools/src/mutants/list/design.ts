import { edit, type Mutant } from '../mutant.js';

const SHARED_CACHE_SPEC = 'apps/flags-admin/src/shared-cache/shared-flag-set-cache.int.spec.ts';
const OUTBOX_SPEC = 'e2e/faults/outbox.fault-spec.ts';

/** The n-th number drawn for an environment is n. */
const SEQUENCE_EACH = [
  `create function flags.make_sequence() returns trigger language plpgsql security definer as $$
   begin execute format('create sequence flags.%I', new.id); return new; end $$`,
  `create trigger make_sequence after insert on flags.environments for each row execute function flags.make_sequence()`,
  `create function flags.draw(id uuid) returns bigint language sql security definer as $$
   select nextval(format('flags.%I', id)) $$`,
]
  .map((sql) => `    await runner.query(\`${sql}\`);\n`)
  .join('');

/** Each takes one design away that closes a race. */
export const DESIGN_MUTANTS: Mutant[] = [
  {
    name: 'no compare-and-set on the Redis body',
    here: 'flag sets are immutable under their revision; what is compared and set is the latest pointer',
    edits: [
      edit(
        'libs/contracts/src/wire/flag-set.ts',
        "if not isKnown then redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'revision', ARGV[2]) end",
        "redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'revision', ARGV[2])",
      ),
    ],
    suite: SHARED_CACHE_SPEC,
    killer: 'the latest pointer names the newest revision, in whatever order [3,2,1] arrive',
  },
  {
    name: 'delete for raise-floor',
    here: 'after a change the latest pointer is deleted instead of advanced',
    edits: [
      edit(
        'apps/flags-admin/src/shared-cache/shared-flag-set-cache.ts',
        'this.redis.eval(ADVANCE_LATEST, 1, REDIS_KEYS.latest(environmentId), epoch, revision, this.latestMs),',
        'this.redis.pexpire(REDIS_KEYS.latest(environmentId), 0 * this.latestMs),',
      ),
      edit('apps/flags-admin/src/shared-cache/shared-flag-set-cache.ts', '  ADVANCE_LATEST,\n', ''),
    ],
    suite: SHARED_CACHE_SPEC,
    killer: 'an edit leaves the latest pointer, for readers without Postgres',
  },
  {
    name: 'joining a check already in flight',
    edits: [
      edit(
        'apps/sdk-gateway/src/primary-check/primary-check.ts',
        '    this.waiting.shift();\n    // No request joins it any more.\n    batch.sent = true;\n',
        '',
      ),
      edit(
        'apps/sdk-gateway/src/primary-check/primary-check.ts',
        '      this.landed();\n      await resolveInSlices(batch, answer, asOf);',
        '      this.waiting.shift();\n      batch.sent = true;\n      this.landed();\n      await resolveInSlices(batch, answer, asOf);',
      ),
    ],
    suite: 'apps/sdk-gateway/src/primary-check/primary-check.spec.ts',
    killer: 'never lets a request join a query that is in flight',
  },
  {
    name: 'snapshot before subscribe',
    here: 'what happened while the beginning of a stream was loaded is not sent after it',
    edits: [
      edit(
        'libs/flag-serving/src/stream/catch-ups.ts',
        'initial.snapshot, frame, open);\n      await this.follow(connection);\n',
        'initial.snapshot, frame, open);\n      connection.catchingUp = false;\n',
      ),
    ],
    suite: 'libs/flag-serving/src/stream/environment-channel.spec.ts',
    killer: 'is loaded for a new client reaches it, without anything more happening',
  },
  {
    name: 'a cursor on a sequence',
    here: 'an environment draws its revisions from a sequence before its row is locked: none is left out, they come out of order',
    edits: [
      edit(
        'apps/flags-admin/src/unit-of-work/store-messages.ts',
        '  await lockEnvironments(manager',
        '  const drawn = await manager.sql`\n' +
          '    select id, flags.draw(id) as n, pg_sleep(random() / 50)::text as late\n' +
          '    from unnest(${[...counts.keys()]}::uuid[]) as id`;\n' +
          '  await lockEnvironments(manager',
      ),
      edit(
        'apps/flags-admin/src/unit-of-work/store-messages.ts',
        'set revision = e.revision + raise.count,',
        'set revision = drawn.n,',
      ),
      edit(
        'apps/flags-admin/src/unit-of-work/store-messages.ts',
        'as raise(id uuid, count int, growth bigint)\n      where e.id = raise.id',
        'as raise(id uuid, count int, growth bigint),\n' +
          '           json_to_recordset(${JSON.stringify(drawn)}::json) as drawn(id uuid, n bigint)\n' +
          '      where drawn.id = e.id and e.id = raise.id',
      ),
      edit(
        'apps/flags-admin/src/persistence/2-outbox-topics.migration.ts',
        "    await runner.query('alter table flags.outbox add column retry_at timestamptz');\n",
        "    await runner.query('alter table flags.outbox add column retry_at timestamptz');\n" + SEQUENCE_EACH,
      ),
    ],
    suite: 'e2e/interface/concurrent-changes.e2e-spec.ts',
    killer: 'nothing deadlocks, streams are gapless and equal to GET',
  },
  {
    name: 'acknowledging before the insert commits',
    edits: [
      edit(
        'apps/audit/src/record/record.controller.ts',
        '      await this.entries.add(message);\n',
        '      this.entries.add(message).catch(() => undefined);\n',
      ),
    ],
    suite: `${OUTBOX_SPEC} ~F22`,
    killer: 'F22: audit dies while the insert waits',
  },
  {
    name: 'no ON CONFLICT',
    edits: [
      edit(
        'apps/audit/src/persistence/chained-entries/record.ts',
        '      on conflict do nothing\n      returning event_id',
        '      returning event_id',
      ),
    ],
    suite: `${OUTBOX_SPEC} ~F22`,
    killer: 'F22: audit dies after the insert and before its answer',
  },
  {
    name: 'an expiry on last known good',
    here: 'an answer older than FLAG_CACHE_TTL_SECONDS is not given',
    edits: [
      edit(
        'libs/flag-serving/src/fallback/fallback-store.ts',
        '    if (!stored) return undefined;\n    const rendered',
        '    const lifetime = Number(process.env.FLAG_CACHE_TTL_SECONDS ?? 300) * 1_000;\n' +
          '    if (!stored || performance.now() - known.checkedAt > lifetime) return undefined;\n    const rendered',
      ),
    ],
    suite: 'e2e/faults/slow/several-fail.fault-spec.ts ~F32',
    killer: 'F32: an outage longer than the cache keeps flag sets',
  },
  {
    name: 'ten attempts to reconnect',
    edits: [edit('libs/messaging/src/nats-options.ts', 'maxReconnectAttempts: -1,', 'maxReconnectAttempts: 10,')],
    suite: `${OUTBOX_SPEC} ~F6`,
    killer: 'F6, F8: NATS is down for more than ten attempts to reconnect',
  },
  {
    name: "the Redis client's offline queue on",
    edits: [edit('libs/service-kit/src/cache/redis.ts', 'enableOfflineQueue: false,', 'enableOfflineQueue: true,')],
    suite: SHARED_CACHE_SPEC,
    killer: 'a command that Redis cannot take fails at once, and is not sent later',
  },
  {
    name: 'checks that start together',
    here: 'far from Postgres two checks start half a round trip apart',
    edits: [
      edit(
        'apps/sdk-gateway/src/primary-check/round-trip.ts',
        'return this.milliseconds < NEAR_MILLISECONDS ? 0 : this.milliseconds / 2;',
        'return this.milliseconds < NEAR_MILLISECONDS ? 0 : 0;',
      ),
    ],
    suite: 'apps/sdk-gateway/src/primary-check/primary-check.spec.ts',
    killer: 'far from Postgres, under load, half of the requests take 1.3 round trips at most, and none more than 1.6',
  },
  {
    name: 'a connection to a standby is kept',
    here: 'a standby is left, whose address may lead to the primary by now',
    edits: [
      edit(
        'apps/sdk-gateway/src/postgres/kept-connections.ts',
        'if (broke(error) || codeOf(error) === STANDBY) this.drop(connection);',
        'if (broke(error) || (codeOf(error) === STANDBY && !this.open)) this.drop(connection);',
      ),
    ],
    suite: 'apps/sdk-gateway/src/postgres/kept-connections.int.spec.ts',
    killer: 'a standby is left: the address may lead to the primary by now',
  },
];
