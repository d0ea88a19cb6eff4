import { edit, type Mutant } from '../mutant.js';

const RANGES_SPEC = 'apps/audit/src/read/entry-ranges.int.spec.ts';

/** Ways for an acknowledged change to miss the audit trail, and for a read of it to cost what the trail holds. */
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
    name: 'large entries of all projects in one line',
    edits: [edit('apps/audit/src/record/large-entry-queue.ts', "[project_id ?? '']", '[typeof project_id]')],
    suite: 'apps/audit/src/record/record.controller.int.spec.ts',
    killer: 'takes its turn: of many large entries one is read at a time, projects in turn, and each is stored',
  },
  {
    name: 'deleted flags that a later entry brings back to the latest changes',
    edits: [
      edit(
        'apps/audit/src/persistence/chained-entries/noted-with-restores.ts',
        "`${entry}.action = 'flag_delete' and ${entry}.created_at",
        "`${entry}.action = 'flag_delete' and false and ${entry}.created_at",
      ),
    ],
    suite: `${RANGES_SPEC} ~past no flag that was deleted`,
    killer: 'are read past no flag that was deleted, however many',
  },
  {
    name: 'limits of texts that count characters',
    edits: [edit('libs/contracts/src/http/byte-fault.ts', 'Buffer.byteLength(text)', '[...text].length')],
    suite: 'libs/contracts/src/http/fields.spec.ts',
    killer: 'is refused with its limit and its length',
  },
  {
    name: 'entries in an order that no index has',
    here: 'a page sorts all entries that match, to return the newest of them',
    edits: [
      edit(
        'apps/audit/src/read/newest-of-range.ts',
        'order by ${key} desc, e.created_at desc, e.id desc',
        'order by e.created_at desc, e.id desc',
      ),
    ],
    suite: `${RANGES_SPEC} ~a page reads ranges`,
    killer: 'a page reads ranges of an index and nothing beside its entries, whatever the project holds',
  },
  {
    name: 'a combination of filters without its index',
    edits: [
      edit(
        'apps/audit/src/persistence/chained-entries/tables.ts',
        "by_user_environment: ['user_id', 'environment_id']",
        "by_user_environment: ['user_id']",
      ),
    ],
    suite: `${RANGES_SPEC} ~a page reads ranges`,
    killer: 'a page reads ranges of an index and nothing beside its entries, whatever the project holds',
  },
  {
    name: 'heads of chains that nobody locks',
    edits: [
      edit(
        'apps/audit/src/persistence/chained-entries/record.ts',
        'where chain_id = any (touched) order by chain_id for update',
        'where chain_id = any (touched) order by chain_id',
      ),
    ],
    suite: 'apps/audit/src/record/record.int.spec.ts ~one chain without gaps',
    killer: 'one by one and many at once, from many sides at the same time: one chain without gaps, each with its hash',
  },
  {
    name: 'rows of a chain that are not linked',
    edits: [
      edit(
        'apps/audit/src/persistence/chained-entries/record.ts',
        'sha256(coalesce(before, head) || int8send(seq)',
        'sha256(int8send(seq)',
      ),
    ],
    suite: 'apps/audit/src/record/record.int.spec.ts ~one chain without gaps',
    killer: 'one by one and many at once, from many sides at the same time: one chain without gaps, each with its hash',
  },
  {
    name: 'a verification that asks no checkpoint',
    edits: [
      edit(
        'apps/audit/src/chain/check-checkpoints.ts',
        'for (const { isGenuine, ...one } of checkpoints)',
        'for (const { isGenuine, ...one } of checkpoints.slice(checkpoints.length))',
      ),
    ],
    suite: 'apps/audit/src/checkpoints/checkpoint-job.int.spec.ts ~are what the chain is held to',
    killer: 'are what the chain is held to: a tail that is cut before the last one, or written anew, shows',
  },
  {
    name: 'an entry for each block that guesses at passwords',
    edits: [
      edit(
        'apps/auth/src/sign-in/refused-sign-in-counts.ts',
        'this.counts.size >= BLOCKS_AT_MOST',
        'this.counts.size < 0',
      ),
    ],
    suite: 'apps/auth/src/sign-in/refused-sign-in-counts.spec.ts',
    killer: 'S87 of any number of blocks are a bounded number of counts, which lose none',
  },
  {
    name: 'an address in what is hashed',
    edits: [
      edit(
        'apps/audit/src/record/to-stored-entry.ts',
        'return { ...rest, email_of: person_id };',
        'return { ...rest, email, email_of: person_id };',
      ),
    ],
    suite: 'apps/audit/src/record/record.int.spec.ts ~without names',
    killer: 'without names and addresses in what is hashed, and shown with them',
  },
  {
    name: 'a search in the history reads as much as 2,000 entries have',
    edits: [edit('apps/audit/src/read/entry-search.query.ts', 'READ_AT_MOST = 1_000_000', 'READ_AT_MOST = 1e12')],
    suite: 'apps/audit/src/read/entry-search.query.spec.ts',
    killer: 'S74 looks at a megabyte for one answer, and at one entry at least, and says how much it was',
  },
  {
    name: 'a search in the history for any number of words',
    edits: [edit('apps/audit/src/read/match-words.ts', 'WORDS_AT_MOST = 10;', 'WORDS_AT_MOST = 100;')],
    suite: 'apps/audit/src/read/match-words.spec.ts',
    killer: 'S74 looks for ten words at most, each once',
  },
  {
    name: 'a search in the history for nothing',
    edits: [
      edit(
        'libs/service-kit/src/tenants/read-turns.interceptor.ts',
        'request.readBeside ?? 0',
        '(request.readBeside ?? 0) / 1e9',
      ),
    ],
    suite: 'libs/service-kit/src/tenants/read-turns.interceptor.spec.ts',
    killer: 'S74 is paid for by its account, and by nobody else',
  },
  {
    name: 'exports that all begin at once',
    edits: [edit('apps/audit/src/export/export-turns.ts', '    atOnce: 1,', '    atOnce: 100,')],
    suite: 'apps/audit/src/export/chain-export.int.spec.ts',
    killer: 'that begin take turns, and leave connections to others',
  },
  {
    name: 'exports that are free',
    edits: [edit('apps/audit/src/export/export-turns.ts', 'burst: 50_000_000', 'burst: Infinity')],
    suite: 'apps/audit/src/export/export-turns.spec.ts',
    killer: 'S80 an account that has exported much waits, from wherever it asks; others do not',
  },
  {
    name: 'an export that looks for what it does not find in one turn',
    edits: [
      edit(
        'apps/audit/src/chain/chain-links.query.ts',
        '      yield { links: rows.map(toLink), lookedAt };',
        '      if (last) yield { links: rows.map(toLink), lookedAt };',
      ),
    ],
    suite: 'apps/audit/src/export/chain-export.spec.ts',
    killer: 'S80 looks at one part in each of its turns, and at no more once its caller has gone',
  },
];
