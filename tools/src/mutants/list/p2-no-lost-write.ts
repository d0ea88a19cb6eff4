import { edit, type Mutant, rewrite } from '../mutant.js';

const RECORD_CONTROLLER = 'apps/audit/src/record/record.controller.ts';
const OUTBOX_SPEC = 'e2e/faults/outbox.fault-spec.ts';

/** P2: what was answered 2xx is committed, its event is sent, and its audit entry is stored exactly once. */
export const LOST_WRITE_MUTANTS: Mutant[] = [
  {
    name: 'confirm an audit entry before it is committed',
    edits: [
      edit(
        RECORD_CONTROLLER,
        'RecordController.store',
        'await this.entries.add(message);',
        'this.entries.add(message).catch(() => undefined);',
      ),
    ],
    suite: `${OUTBOX_SPEC} ~F22`,
    killer: 'F22: audit dies while the insert waits',
  },
  {
    name: 'store an audit entry again when its message comes again',
    edits: [
      edit(
        'apps/audit/src/persistence/chained-entries/record.ts',
        'appendFunction',
        'on conflict do nothing\n      returning event_id',
        'returning event_id',
      ),
    ],
    suite: `${OUTBOX_SPEC} ~F22`,
    killer: 'F22: audit dies after the insert and before its answer',
  },
  {
    name: 'confirm an audit reference before its message is read',
    edits: [
      rewrite(
        RECORD_CONTROLLER,
        'RecordController.storeReferenced',
        'const read = this.outbox.find(event_id);\n' +
          'void read.then((message) => message && this.store(parse(AuditRecordV1, message))).catch(() => undefined);\n' +
          'return { v: 1, event_id };',
      ),
    ],
    suite: 'apps/audit/src/record/record.controller.int.spec.ts',
    killer: 'is not confirmed when the message is missing from the outbox',
  },
  {
    name: 'acknowledge messages that were not delivered',
    edits: [
      edit(
        'libs/outbox/src/delivery.ts',
        'Delivery.deliver',
        "messages.filter((_, index) => outcomes[index]?.status === 'fulfilled')",
        'messages',
      ),
    ],
    suite: `${OUTBOX_SPEC} ~F21`,
    killer: 'F21: audit is down: the dashboard is unaffected, and later the audit list is complete',
  },
  {
    name: 'leave messages in the outbox when the process that made them dies',
    edits: [
      rewrite('libs/outbox/src/outbox.repository.ts', 'OutboxRepository.unacknowledged', 'return Promise.resolve([]);'),
    ],
    suite: `${OUTBOX_SPEC} ~F19`,
    killer: 'F19: flags-admin is killed after COMMIT, before the notification',
  },
  {
    name: 'lock no flag while it is restored',
    here: 'a change that commits in between is overwritten',
    edits: [edit('apps/flags-admin/src/flags/lock-flag.ts', 'lockSome', 'for no key update of f, v', '')],
    suite: 'e2e/restores/slow/restores.e2e-spec.ts',
    killer: '100 restores under concurrent changes are one commit each, or are refused with both sides',
  },
];
