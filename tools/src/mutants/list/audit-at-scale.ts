import { edit, type Mutant } from '../mutant.js';

/** Ways for much of one tenant, or much in all, to keep the audit trail of others waiting, or to lose what it is held to. */
export const AUDIT_AT_SCALE_MUTANTS: Mutant[] = [
  {
    name: 'audit entries that are stored one by one, however many of a project wait',
    edits: [edit('apps/audit/src/record/entry-queue.ts', 'count === ENTRIES_AT_ONCE ||', 'count === 1 ||')],
    suite: 'apps/audit/src/record/entry-queue.spec.ts',
    killer: 'S118 of one project are stored by one statement at a time, many together, and in order',
  },
  {
    name: 'pages that are told every change of an import',
    edits: [
      edit(
        'apps/flags-admin/src/project-events/project-stream-registry.ts',
        'TOLD_AT_MOST = 500',
        'TOLD_AT_MOST = 1e9',
      ),
    ],
    suite: 'apps/flags-admin/src/project-events/project-stream-registry.spec.ts',
    killer: 'S118 that they look for themselves, and so are those of other replicas, when one commit has very many',
  },
  {
    name: 'ids of audit messages that are looked for in the whole table',
    edits: [
      edit(
        'apps/audit/src/persistence/chained-entries/forget-some.ts',
        'where r.month < received_before order by r.month limit at_most',
        "where r.month + interval '0 days' < received_before limit at_most",
      ),
    ],
    suite: 'apps/audit/src/retention/expired-entries.int.spec.ts',
    killer: 'S117 is found by its month: what is kept is not read, however much there is',
  },
  {
    name: 'checkpoints that go with every month that is over',
    edits: [
      edit('apps/audit/src/persistence/chained-entries/forget-some.ts', ' and a.month < kept_since)', ')'),
      edit(
        'apps/audit/src/persistence/chained-entries/forget-some.ts',
        'c.signed_at < kept_since and exists',
        'exists',
      ),
    ],
    suite: 'apps/audit/src/retention/expired-entries.int.spec.ts',
    killer: 'leaves checkpoints of entries that are kept, also of months that are over',
  },
  {
    name: 'large audit messages that are sought among all that wait',
    edits: [edit('libs/outbox/src/outbox.repository.ts', 'const LARGE_BYTES = 524_288', 'const LARGE_BYTES = 524_287')],
    suite: 'libs/outbox/src/outbox.repository.int.spec.ts',
    killer: 'and nothing else, however much waits',
  },
  {
    name: 'audit messages that wait until the large ones can be read',
    edits: [
      edit(
        'libs/outbox/src/relay.ts',
        'this.large ??= this.deliverLarge();',
        'this.large ??= this.deliverLarge(await this.outbox.unacknowledgedLarge());',
      ),
      edit('libs/outbox/src/relay.ts', 'async deliverLarge()', 'async deliverLarge(messages: OutboxMessage[])'),
      edit('libs/outbox/src/relay.ts', 'await this.outbox.unacknowledgedLarge(), ', 'messages, '),
    ],
    suite: 'libs/outbox/src/relay.int.spec.ts',
    killer: 'S132 small messages are delivered while large ones cannot be read',
  },
];
