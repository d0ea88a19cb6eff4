/** One way to break the design, and the tests that have to notice. */
export interface Mutant {
  /** What is broken. */
  name: string;
  /** What that means in this code, where it is not plain. */
  here?: string;
  edits: Edit[];
  /** Paths of the spec files to run; with a `~`, only the tests whose names match what follows it. */
  suite: string;
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
  },
  {
    name: 'a cursor on a sequence',
    here: 'revisions are drawn from one sequence before the row is locked',
    edits: [
      edit(
        'apps/flags-admin/src/changes/store-facts.ts',
        'update flags.environments e set revision = e.revision + 1\n      from fact where',
        "update flags.environments e set revision = drawn.n\n      from fact, (select nextval('flags.drawn') as n) drawn where",
      ),
      edit(
        'apps/flags-admin/src/persistence/2-outbox-lanes.migration.ts',
        "    await runner.query('alter table flags.outbox add column retry_at timestamptz');\n",
        "    await runner.query('alter table flags.outbox add column retry_at timestamptz');\n" +
          "    await runner.query('create sequence flags.drawn');\n" +
          "    await runner.query('grant usage on sequence flags.drawn to public');\n",
      ),
    ],
    suite: 'e2e/drills/everything-at-once.e2e-spec.ts',
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
  },
  {
    name: 'no ON CONFLICT',
    edits: [edit('apps/audit/src/record/record.service.ts', '\n      on conflict (id) do nothing`', '`')],
    suite: `${OUTBOX_SPEC} ~F22`,
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
  },
  {
    name: 'ten attempts to reconnect',
    edits: [edit('libs/messaging/src/nats-options.ts', 'maxReconnectAttempts: -1,', 'maxReconnectAttempts: 10,')],
    suite: 'e2e/drills/nats.e2e-spec.ts',
  },
  {
    name: "the Redis client's offline queue on",
    edits: [edit('libs/service-kit/src/cache/redis.ts', 'enableOfflineQueue: false,', 'enableOfflineQueue: true,')],
    suite: SHELF_SPEC,
  },
];
