import { edit, type Mutant } from '../mutant.js';

/** Each breaks what those count on who receive webhooks, or whose network Burgee is in. */
const WEBHOOKS = 'apps/flags-admin/src/webhooks';
const ATTEMPT_SPEC = `${WEBHOOKS}/send-attempt.spec.ts`;

export const WEBHOOK_MUTANTS: Mutant[] = [
  {
    name: 'webhooks that connect to what their name resolves to by then',
    edits: [edit(`${WEBHOOKS}/post.ts`, ', lookup: pinnedTo(addresses)', '')],
    suite: ATTEMPT_SPEC,
    killer: 'is signed so that the library of Standard Webhooks verifies it, by each secret that is valid',
  },
  {
    name: 'webhooks to hosts of which one address is public',
    edits: [edit(`${WEBHOOKS}/resolve-public.ts`, 'addresses.some((address)', 'addresses.every((address)')],
    suite: ATTEMPT_SPEC,
    killer: 'goes nowhere when one of several addresses is private, when there is none, and when there are too many',
  },
  {
    name: 'webhooks to addresses that are not public, and not of a private block either',
    edits: [edit(`${WEBHOOKS}/refused-address.ts`, "range !== 'unicast'", "range === 'private'")],
    suite: ATTEMPT_SPEC,
    killer: 'goes nowhere when the host is a private address itself',
  },
  {
    name: 'messages that the old secret no longer signs in its grace',
    edits: [
      edit(
        `${WEBHOOKS}/webhook-sender.ts`,
        '[secret, previous_secret].flatMap',
        '[secret, previous_secret && secret].flatMap',
      ),
    ],
    suite: 'e2e/interface/slow/webhooks.e2e-spec.ts',
    killer: 'is signed by both secrets during the grace of a rotation, and by the new one alone without',
  },
  {
    name: 'webhooks of one account that take all turns',
    edits: [edit(`${WEBHOOKS}/share-turns.ts`, 'ofAccount: 8', 'ofAccount: 256')],
    suite: `${WEBHOOKS}/share-turns.spec.ts`,
    killer: 'count what is under way already',
  },
  {
    name: 'endpoints that choose the numbers of a key exchange',
    edits: [edit(`${WEBHOOKS}/post.ts`, '...TLS, ', '')],
    suite: `${WEBHOOKS}/post-threads.spec.ts`,
    killer: 'S106 offers no endpoint Diffie-Hellman with numbers that it chooses',
  },
  {
    name: 'changes that no webhook receives',
    edits: [
      edit(
        'libs/outbox/src/outbox.repository.ts',
        "consumeSpent === undefined ? '' : `, consumed",
        "options.table !== '' || consumeSpent === undefined ? '' : `, consumed",
      ),
    ],
    suite: 'e2e/interface/slow/webhooks.e2e-spec.ts',
    killer: 'receives a change by Standard Webhooks, with the id of its entry in the history',
  },
  {
    name: 'deliveries that are lost when the deletion of a webhook is undone',
    edits: [
      edit(
        'apps/flags-admin/src/webhooks/create-deliveries.ts',
        'and not exists (select from wanting where wanting.id = w.id)',
        'and false',
      ),
    ],
    suite: 'apps/flags-admin/src/webhooks/create-deliveries.int.spec.ts',
    killer: 'S116 is delivered where that is rolled back: of',
  },
  {
    name: 'a webhook that keeps all later ones without bounds',
    edits: [
      edit(
        `${WEBHOOKS}/expired-deliveries.ts`,
        'failed.push(new Error(`webhook ${id}`, { cause: error }));',
        'throw new Error(`webhook ${id}`, { cause: error });',
      ),
    ],
    suite: `${WEBHOOKS}/expired-deliveries.int.spec.ts`,
    killer: 'S126 of one webhook that cannot be looked after keep no later one from its bounds',
  },
  {
    name: 'a log of deliveries that is looked for among all that wait',
    edits: [
      edit(
        'apps/flags-admin/src/persistence/35-deliveries-that-do-not-wait.migration.ts',
        "where state <> 'waiting'",
        "where state = 'waiting'",
      ),
    ],
    suite: `${WEBHOOKS}/expired-deliveries.int.spec.ts`,
    killer: 'S126 are not read to find those of their webhook that do not wait any more',
  },
];
