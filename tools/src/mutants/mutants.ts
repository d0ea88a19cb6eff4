/** One way to break the design, and the tests that have to notice. */
export interface Mutant {
  /** What is broken. */
  name: string;
  /** What that means in this code, where it is not plain. */
  here?: string;
  edits: Edit[];
  /** Paths of the spec files to run; with a `~`, only the tests whose names match what follows it. */
  suite: string;
  /** A part of the name of the test that has to go red. */
  killer: string;
}

export interface Edit {
  file: string;
  /** Stands exactly once in the file. */
  find: string;
  replace: string;
}

const edit = (file: string, find: string, replace: string): Edit => ({ file, find, replace });

const SHELF_SPEC = 'apps/flags-admin/src/shelf/shelf.int.spec.ts';
const OUTBOX_SPEC = 'e2e/drills/outbox.e2e-spec.ts';

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

/** Each takes one closing design away. What survives here is a test that is missing. */
export const MUTANTS: Mutant[] = [
  {
    name: 'no compare-and-set on the Redis body',
    here: 'bodies are immutable under their revision; what is compared and set is the head that names the newest',
    edits: [
      edit(
        'libs/contracts/src/shelf/flag-set.v1.ts',
        'if head[1] == ARGV[1] and tonumber(head[2]) >= tonumber(ARGV[2]) then return 0 end\n',
        '',
      ),
    ],
    suite: SHELF_SPEC,
    killer: 'the head names the newest revision, in whatever order [3,2,1] arrive',
  },
  {
    name: 'delete for raise-floor',
    here: 'after a change the head is deleted instead of raised',
    edits: [
      edit(
        'apps/flags-admin/src/shelf/shelf.ts',
        'this.redis.eval(RAISE_HEAD, 1, SHELF_KEYS.head(environmentId), epoch, revision),',
        'this.redis.del(SHELF_KEYS.head(environmentId)),',
      ),
      edit('apps/flags-admin/src/shelf/shelf.ts', '  RAISE_HEAD,\n', ''),
    ],
    suite: SHELF_SPEC,
    killer: 'an edit leaves the head where a reader without Postgres finds it',
  },
  {
    name: 'joining a check already in flight',
    edits: [
      edit(
        'apps/sdk-gateway/src/authority/authority-check.ts',
        '    const batch = this.take();\n',
        '    const batch = this.waiting;\n',
      ),
      edit(
        'apps/sdk-gateway/src/authority/authority-check.ts',
        '      this.landed();\n      await answerInSlices(batch, answer);',
        '      this.take();\n      this.landed();\n      await answerInSlices(batch, answer);',
      ),
    ],
    suite: 'apps/sdk-gateway/src/authority/authority-check.spec.ts',
    killer: 'never lets a request join a query that is in flight',
  },
  {
    name: 'snapshot before subscribe',
    here: 'what happened while the beginning of a stream was read is not sent after it',
    edits: [
      edit(
        'apps/sdk-gateway/src/stream/room.ts',
        '      else this.putSnapshot(connection, beginning.snapshot);\n      await this.follow(connection);\n',
        '      else this.putSnapshot(connection, beginning.snapshot);\n      connection.catchingUp = false;\n',
      ),
    ],
    suite: 'apps/sdk-gateway/src/stream/room.spec.ts',
    killer: 'is read for a new client reaches it, without anything more happening',
  },
  {
    name: 'a cursor on a sequence',
    here: 'an environment draws its revisions from a sequence before its row is locked: none is left out, they come out of order',
    edits: [
      edit(
        'apps/flags-admin/src/changes/store-facts.ts',
        '  await lockEnvironments(\n',
        '  const drawn = await manager.sql`\n' +
          '    select id, flags.draw(id) as n, pg_sleep(random() / 50)::text as late\n' +
          '    from (select distinct unnest(${drafts.flatMap((draft) => (draft.revised ? [draft.environment_id] : []))}::uuid[]) as id) touched`;\n' +
          '  await lockEnvironments(\n',
      ),
      edit(
        'apps/flags-admin/src/changes/store-facts.ts',
        'update flags.environments e set revision = e.revision + 1\n      from fact where',
        'update flags.environments e set revision = drawn.n\n' +
          '      from fact, json_to_recordset(${JSON.stringify(drawn)}::json) as drawn(id uuid, n bigint) where drawn.id = e.id and',
      ),
      edit(
        'apps/flags-admin/src/persistence/2-outbox-lanes.migration.ts',
        "    await runner.query('alter table flags.outbox add column retry_at timestamptz');\n",
        "    await runner.query('alter table flags.outbox add column retry_at timestamptz');\n" + SEQUENCE_EACH,
      ),
    ],
    suite: 'e2e/drills/everything-at-once.e2e-spec.ts',
    killer: 'nothing deadlocks, streams are gapless and equal to GET',
  },
  {
    name: 'acknowledging before the insert commits',
    edits: [
      edit(
        'apps/audit/src/record/record.controller.ts',
        '      await this.records.record(message);\n',
        '      this.records.record(message).catch(() => undefined);\n',
      ),
    ],
    suite: `${OUTBOX_SPEC} ~F22`,
    killer: 'F22: audit dies while the insert waits',
  },
  {
    name: 'no ON CONFLICT',
    edits: [edit('apps/audit/src/record/record.service.ts', '\n      on conflict (id) do nothing`', '`')],
    suite: `${OUTBOX_SPEC} ~F22`,
    killer: 'F22: audit dies after the insert and before its answer',
  },
  {
    name: 'an expiry on last known good',
    here: 'an answer older than FLAG_CACHE_TTL_SECONDS is not given',
    edits: [
      edit(
        'apps/sdk-gateway/src/flag-sets/known-good.ts',
        '    if (!held) return undefined;\n    const rendered',
        '    const lifetime = Number(process.env.FLAG_CACHE_TTL_SECONDS ?? 300) * 1_000;\n' +
          '    if (!held || performance.now() - known.checkedAt > lifetime) return undefined;\n    const rendered',
      ),
    ],
    suite: 'e2e/drills/several-fail.e2e-spec.ts ~F32',
    killer: 'F32: an outage longer than bodies lie on the shelf',
  },
  {
    name: 'ten attempts to reconnect',
    edits: [edit('libs/messaging/src/nats-options.ts', 'maxReconnectAttempts: -1,', 'maxReconnectAttempts: 10,')],
    suite: 'e2e/drills/nats.e2e-spec.ts',
    killer: 'F6: down for more than ten attempts to reconnect',
  },
  {
    name: "the Redis client's offline queue on",
    edits: [edit('libs/service-kit/src/cache/redis.ts', 'enableOfflineQueue: false,', 'enableOfflineQueue: true,')],
    suite: SHELF_SPEC,
    killer: 'what Redis could not be told is refused at once, and not told later',
  },
];
