import { edit, type Mutant } from '../mutant.js';

const SUBSCRIPTIONS_SPEC = 'apps/edge/src/upstream/subscriptions.spec.ts';

/** Each lets one caller hold up others by asking for much at once, or keep them out of an edge. */
export const MUCH_AT_ONCE_MUTANTS: Mutant[] = [
  {
    name: 'a call that changes as many values as it likes',
    edits: [edit('apps/flags-admin/src/flag-changes/assert-fits-one-call.ts', 'excess <= 1 ||', 'excess <= 1e9 ||')],
    suite: 'apps/flags-admin/src/flag-changes/fits-one-call.int.spec.ts',
    killer: 'S70 one call reads and writes no more than so many',
  },
  {
    name: 'calls that change many flags beside each other',
    edits: [edit('apps/flags-admin/src/quotas/change-turns.ts', '{ ...RUNNING, atOnce: 1 }', '{ ...RUNNING }')],
    suite: 'apps/flags-admin/src/quotas/change-limit.interceptor.spec.ts',
    killer: 'S70 of calls that change many flags one runs at a time, of networks in turn, and single changes beside it',
  },
  {
    name: 'a flag that goes has all others parsed',
    edits: [edit('libs/contracts/src/wire/apply-to-body.ts', 'flagsIn(body) ?? flagsIn(', 'flagsIn(')],
    suite: 'libs/contracts/src/wire/flag-set.spec.ts',
    killer: 'S71 touch no other flag: it is neither parsed nor written anew',
  },
  {
    name: 'changes of which an edge keeps all text',
    edits: [edit('apps/edge/src/held/held-environment.ts', '> CHARACTERS_AT_MOST)', '> 1e9 * CHARACTERS_AT_MOST)')],
    suite: 'apps/edge/src/held/held-environments.spec.ts',
    killer: 'S71 keeps no more text of changes than clients that reconnect need at most',
  },
  {
    name: 'keys of callers that an edge looks up in the order in which they come',
    edits: [edit('apps/edge/src/upstream/key-checks.ts', '.run(networks, ', '.run(networks.slice(9), ')],
    suite: SUBSCRIPTIONS_SPEC,
    killer: 'S72 keys that one network makes up do not keep those of another from being looked up',
  },
  {
    name: 'an edge that is full of what one network brought',
    edits: [
      edit(
        'apps/edge/src/upstream/brought-environments.ts',
        'return takenBy(most) > own ?',
        'return takenBy(most) > own && !newcomer ?',
      ),
    ],
    suite: SUBSCRIPTIONS_SPEC,
    killer: 'S72 a network that has brought all there is room for makes room for another, until that has as much',
  },
  {
    name: 'environments that grow as they like at an edge',
    edits: [edit('apps/edge/src/upstream/subscriptions.ts', 'this.brought.keepWithinMemory()', 'void 0')],
    suite: SUBSCRIPTIONS_SPEC,
    killer: 'S72 what was small when it was brought and has grown leaves',
  },
  {
    name: 'revoked keys that open what a file says',
    edits: [
      edit(
        'apps/edge/src/upstream/subscriptions.ts',
        'if (known && !known.held.isFollowed',
        'if (known && known.held.isFollowed',
      ),
    ],
    suite: SUBSCRIPTIONS_SPEC,
    killer: 'S72 what a file says is followed when somebody brings its key, and goes when the upstream refuses that',
  },
  {
    name: 'environments of files that nobody follows',
    edits: [
      edit(
        'apps/edge/src/serving/key-admission.ts',
        'callers.bring(sdkKey, networks()).catch(() => undefined);',
        'void [sdkKey, networks];',
      ),
    ],
    suite: 'apps/edge/src/serving/key-admission.spec.ts',
    killer: 'S72 what a file says is answered at once, and followed from the first key on',
  },
  {
    name: 'all that is known of environments walked in one go',
    edits: [edit('libs/flag-serving/src/fallback/in-slices.ts', 'await nextTurn();', 'void nextTurn;')],
    suite: 'libs/flag-serving/src/fallback/maintain-fallback.spec.ts',
    killer: 'S73 others have their turn while what is known of very many environments is looked after',
  },
  {
    name: 'an edge whose places for opening streams one network holds',
    edits: [
      edit('apps/edge/src/upstream/openings.ts', 'this.turns.run([network], ', 'this.turns.run([network.slice(99)], '),
    ],
    suite: SUBSCRIPTIONS_SPEC,
    killer: 'S72 streams that the upstream lets wait do not keep those of another network from being opened',
  },
  {
    name: 'an edge at which any number wait for its upstream',
    edits: [
      edit('apps/edge/src/serving/key-admission.ts', '[networks], () => this.bringKey', '[], () => this.bringKey'),
    ],
    suite: 'apps/edge/src/serving/key-admission.spec.ts',
    killer:
      'S52 requests that wait for the upstream are bounded by network and by what they ask for, and others find places',
  },
  {
    name: 'answers that nobody takes fill the memory of an api-gateway',
    edits: [
      edit(
        'apps/api-gateway/src/proxy/register-proxy.ts',
        'memory.take(addressNetworks(request.ip), 0)',
        'memory.take([], 0)',
      ),
      edit('apps/api-gateway/src/proxy/hold-answer.ts', 'return false;', 'return true;'),
    ],
    suite: 'apps/api-gateway/src/proxy/register-proxy.spec.ts',
    killer: 'S56 keeps no more of answers that are not taken than there is memory for, and flags are read all the same',
  },
  {
    name: 'compressing answers that nobody takes costs nothing',
    edits: [
      edit('apps/api-gateway/src/proxy/compress-answer.ts', 'COMPRESSING_BYTES = 300_000', 'COMPRESSING_BYTES = 3'),
    ],
    suite: 'apps/api-gateway/src/proxy/register-proxy.spec.ts',
    killer: 'S56 counts what it takes to compress an answer',
  },
  {
    name: 'a read may name any number of positions',
    edits: [
      edit(
        'libs/flag-serving/src/positions/min-position.ts',
        'named.length > POSITIONS_AT_MOST',
        'named.length > 9 * POSITIONS_AT_MOST',
      ),
    ],
    suite: 'libs/flag-serving/src/positions/min-position.spec.ts',
    killer: 'S37 is no more than a write of a hundred environments answers: with more, none is read',
  },
  {
    name: 'a key that is rotated has all environments compared',
    edits: [
      edit(
        'libs/flag-serving/src/stream/stream-registry.ts',
        'if (environmentId === undefined) this.allAreDue = true;',
        'if (environmentId !== "") this.allAreDue = true;',
      ),
    ],
    suite: 'libs/flag-serving/src/stream/stream-registry.spec.ts',
    killer: 'S63 compares an environment alone where its keys have changed, and asks nothing of one without streams',
  },
  {
    name: 'an answer that is encrypted whole for each connection',
    edits: [
      edit('libs/flag-serving/src/write-in-pieces.ts', 'PIECE_BYTES = 64 * 1_024', 'PIECE_BYTES = 64 * 1_024 * 1_024'),
    ],
    suite: 'libs/flag-serving/src/write-in-pieces.spec.ts',
    killer: 'S113 an answer that nobody takes is encrypted piece by piece: a connection holds no more than one',
  },
  {
    name: 'a large flag set on disk again for each key of it',
    edits: [
      edit('libs/flag-serving/src/fallback/paced-writes.ts', 'Math.max(1, bytes / MB)', 'Math.min(1, bytes / MB)'),
    ],
    suite: 'libs/flag-serving/src/fallback/paced-writes.spec.ts',
    killer: 'is done the less often the larger one is',
  },
  {
    name: 'preferences that are written for nothing',
    edits: [
      edit(
        'apps/flags-admin/src/preferences/preferences.repository.ts',
        'accountId: userId }, bytes)',
        'accountId: userId }, 0 * bytes)',
      ),
    ],
    suite: 'apps/flags-admin/src/preferences/preferences.repository.spec.ts',
    killer: 'count among the bytes that an account writes',
  },
  {
    name: 'chains whose checkpoints wait for those of others',
    edits: [
      edit('apps/audit/src/checkpoints/checkpoint-job.ts', 'order by c.signed_at, c.chain_id', 'order by c.chain_id'),
    ],
    suite: 'apps/audit/src/checkpoints/signed-chains.int.spec.ts',
    killer: 'S109 each chain has its turn, that of the oldest checkpoint first, however many begin',
  },
  {
    name: 'small audit messages that wait for large ones',
    edits: [edit('libs/outbox/src/relay.ts', 'this.large ??= this.deliverLarge(', 'await this.deliverLarge(')],
    suite: 'libs/outbox/src/relay.int.spec.ts',
    killer: 'small messages are delivered while audit works on large ones, however many and however old',
  },
];
