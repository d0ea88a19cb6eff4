import { edit, type Mutant, rewrite } from '../mutant.js';

const RECORD = 'apps/audit/src/persistence/chained-entries/record.ts';
const RECORD_SPEC = 'apps/audit/src/record/record.int.spec.ts ~one chain without gaps';
const ONE_CHAIN = 'concurrent batches of any size form one chain without gaps, with correct hashes';

/** Sessions, keys, tickets, webhooks and the audit chain are what their signatures say. */
export const SIGNATURE_MUTANTS: Mutant[] = [
  {
    name: 'accept a stream ticket without its signature',
    edits: [
      edit('libs/flag-serving/src/connection/tickets.ts', 'Tickets.read', '!timingSafeEqual(given, expected)', 'false'),
    ],
    suite: 'libs/flag-serving/src/connection/tickets.spec.ts',
    killer: 'are refused when altered or too old',
  },
  {
    name: 'let an event token open every environment of its key',
    edits: [edit('libs/flag-serving/src/ofrep/event-tokens.ts', 'sign', '.update(environmentId)', ".update('')")],
    suite: 'libs/flag-serving/src/ofrep/event-tokens.spec.ts',
    killer: ': refused',
  },
  {
    name: 'rotate the SDK key in place of the client key',
    edits: [rewrite('apps/flags-admin/src/environments/key-tables.ts', 'TABLES.client', "'flags.sdk_keys'")],
    suite: 'apps/flags-admin/src/environments/sdk-keys.int.spec.ts ~of the other kind',
    killer: 'are not touched by a rotation of the other kind',
  },
  {
    name: 'accept the session of one account for another',
    edits: [
      edit(
        'libs/session/src/session.strategy.ts',
        'SessionStrategy.validate',
        'caller?.id === claims.sub',
        'caller !== null',
      ),
    ],
    suite: 'e2e/security/sessions.e2e-spec.ts ~S10',
    killer: 'S10 the session of one user with the name of another → 401',
  },
  {
    name: 'sign webhooks with the new secret alone during a rotation',
    edits: [
      edit(
        'apps/flags-admin/src/webhooks/webhook-sender.ts',
        'WebhookSender.send',
        '[secret, previous_secret].flatMap',
        '[secret].flatMap',
      ),
    ],
    suite: 'e2e/interface/slow/webhooks.e2e-spec.ts',
    killer: 'is signed by both secrets during the grace of a rotation, and by the new one alone without',
  },
  {
    name: 'accept an unsigned checkpoint',
    edits: [rewrite('apps/audit/src/chain/checkpoint.ts', 'isGenuine', 'return true;')],
    suite: 'apps/audit/src/chain/checkpoint.spec.ts',
    killer: 'accepts a checkpoint as it was signed and refuses it after any change of a field, the key or the key id',
  },
  {
    name: 'verify an audit chain without its checkpoints',
    edits: [rewrite('apps/audit/src/chain/check-checkpoints.ts', 'checkCheckpoints', 'return undefined;')],
    suite: 'apps/audit/src/checkpoints/checkpoint-job.int.spec.ts ~rewritten',
    killer: 'S43 reveal a tail that was cut before the last checkpoint, or rewritten',
  },
  {
    name: 'let an audit chain begin anywhere',
    edits: [rewrite('apps/audit/src/chain/beginning.ts', 'checkBeginning', 'return undefined;')],
    suite: 'apps/audit/src/chain/beginning.spec.ts',
    killer: 'is a removed head when only another key is accepted',
  },
  {
    name: 'lock no head of an audit chain',
    edits: [edit(RECORD, 'appendFunction', 'order by chain_id for update', 'order by chain_id')],
    suite: RECORD_SPEC,
    killer: ONE_CHAIN,
  },
];
