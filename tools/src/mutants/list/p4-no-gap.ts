import { edit, type Mutant, rewrite } from '../mutant.js';

const CHANNEL = 'libs/flag-serving/src/channel/environment-channel.ts';
const CHANNEL_SPEC = 'libs/flag-serving/src/channel/environment-channel.spec.ts';
const STORE_MESSAGES = 'apps/flags-admin/src/unit-of-work/store-messages.ts';
const WITHOUT_NATS = {
  suite: 'e2e/faults/outbox.fault-spec.ts ~F6',
  killer: 'F6, F8: NATS is down for more than ten attempts to reconnect',
};

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
const ADD_RETRY_AT = "await runner.query('alter table flags.outbox add column retry_at timestamptz');\n";

/** P4: a stream has every change, in order, or an explicit snapshot. */
export const GAP_MUTANTS: Mutant[] = [
  {
    name: 'load the first snapshot of a stream without following the changes since',
    edits: [
      edit(
        'libs/flag-serving/src/channel/catch-ups.ts',
        'CatchUps.start',
        'await this.follow(connection);',
        'connection.catchingUp = false;',
      ),
    ],
    suite: CHANNEL_SPEC,
    killer: 'is loaded for a new client reaches it, without anything more happening',
  },
  {
    name: 'send changes of another epoch',
    edits: [
      edit(
        'libs/flag-serving/src/channel/stream-events.ts',
        'canFollow',
        ' && rows.every(({ epoch }) => epoch === after.epoch)',
        '',
      ),
    ],
    suite: CHANNEL_SPEC,
    killer: 'a client is never sent events of another epoch than its own',
  },
  {
    name: 'send no snapshot of a new epoch to a client that does not read',
    edits: [edit(CHANNEL, 'EnvironmentChannel.sendSnapshotToAll', 'connection.needsSnapshot = true;', '')],
    suite: CHANNEL_SPEC,
    killer: 'a client that does not read while an epoch begins gets the snapshot when it does',
  },
  {
    name: 'draw revisions from a sequence',
    here: 'before the row of the environment is locked: none is left out, but they come out of order',
    edits: [
      edit(
        STORE_MESSAGES,
        'storeBatch',
        'await lockEnvironments(manager',
        'const drawn = await manager.sql`\n' +
          '    select id, flags.draw(id) as n, pg_sleep(random() / 50)::text as late\n' +
          '    from unnest(${[...counts.keys()]}::uuid[]) as id`;\n' +
          '  await lockEnvironments(manager',
      ),
      edit(STORE_MESSAGES, 'storeBatch', 'set revision = e.revision + raise.count,', 'set revision = drawn.n,'),
      edit(
        STORE_MESSAGES,
        'storeBatch',
        'as raise(id uuid, count int, growth bigint)\n      where e.id = raise.id',
        'as raise(id uuid, count int, growth bigint),\n' +
          '           json_to_recordset(${JSON.stringify(drawn)}::json) as drawn(id uuid, n bigint)\n' +
          '      where drawn.id = e.id and e.id = raise.id',
      ),
      edit(
        'apps/flags-admin/src/persistence/2-outbox-topics.migration.ts',
        'up',
        ADD_RETRY_AT,
        ADD_RETRY_AT + SEQUENCE_EACH,
      ),
    ],
    suite: 'e2e/interface/concurrent-changes.e2e-spec.ts',
    killer: 'nothing deadlocks, streams are gapless and equal to GET',
  },
  {
    name: "drop every third event of Unleash's stream",
    edits: [
      edit(
        'libs/flag-serving/src/unleash/unleash-events.ts',
        'unleashEvents.event',
        'frame: updated(event)',
        "frame: event.revision % 3 === 0 ? new Frame(':\\n\\n') : updated(event)",
      ),
    ],
    suite: 'e2e/unleash/slow/unleash.fault-spec.ts ~nats',
    killer: 'answers are fresh, none is an old 304, and streams miss nothing',
  },
  {
    name: 'give NATS up after ten attempts to reconnect',
    edits: [rewrite('libs/messaging/src/nats-options.ts', 'natsOptions.maxReconnectAttempts', '10')],
    ...WITHOUT_NATS,
  },
  {
    name: 'compare no stream with Postgres while NATS is down',
    edits: [
      edit(
        'apps/sdk-gateway/src/serving.ts',
        'ServingLifecycle.onApplicationBootstrap',
        '() => void this.streams.reconcile()',
        '() => undefined',
      ),
    ],
    ...WITHOUT_NATS,
  },
];
