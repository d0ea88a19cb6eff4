import { edit, type Mutant } from '../mutant.js';

/** Ways for an acknowledged change to miss the audit trail. */
export const AUDIT_MUTANTS: Mutant[] = [
  {
    name: 'a large audit message without a reference',
    edits: [
      edit(
        'libs/outbox/src/delivery.ts',
        'travelsWhole(record, this.messenger.maxPayload)',
        'travelsWhole(record, Infinity)',
      ),
    ],
    suite: 'e2e/interface/audit.e2e-spec.ts ~whatever its size',
    killer: 'a deletion that is larger than a message of NATS may be has a whole entry',
  },
  {
    name: 'confirming an audit reference before reading it',
    edits: [
      edit(
        'apps/audit/src/record/record.controller.ts',
        '    const message = await this.attempt(event_id, () => this.outbox.find(event_id));\n' +
          '    if (message) return this.store(parse(AuditRecordV1, message));\n',
        '    const read = this.attempt(event_id, () => this.outbox.find(event_id));\n' +
          '    void read.then((message) => message && this.store(parse(AuditRecordV1, message))).catch(() => undefined);\n' +
          '    if (event_id) return { v: 1, event_id };\n',
      ),
    ],
    suite: 'apps/audit/src/record/record.controller.int.spec.ts',
    killer: 'is not confirmed when the message is missing from the outbox',
  },
  {
    name: 'limits of texts that count characters',
    edits: [edit('libs/contracts/src/http/byte-fault.ts', 'Buffer.byteLength(text)', '[...text].length')],
    suite: 'libs/contracts/src/http/fields.spec.ts',
    killer: 'is refused with its limit and its length',
  },
];
