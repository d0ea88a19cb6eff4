import { edit, type Mutant } from '../mutant.js';

const SHARE = 'libs/flag-serving/src/usage/share-of-tenant.ts';
const BUFFER_SPEC = 'libs/flag-serving/src/usage/usage-buffer.spec.ts';
const STREAM = 'libs/flag-serving/src/stream';
const BUDGETS = 'apps/sdk-gateway/src/tenants/usage-budgets.ts';
const BUDGETS_SPEC = 'apps/sdk-gateway/src/tenants/usage-budgets.spec.ts';

/** What all tenants share is taken by one of them, or lost with what one of them sends. */
export const SHARED_ROOM_MUTANTS: Mutant[] = [
  {
    name: 'a document of which anything is made, whatever its shape',
    edits: [edit('apps/flags-admin/src/transfer/read-json.ts', '      shape.follow(piece);\n', '      void shape;\n')],
    suite: 'apps/flags-admin/src/transfer/check-document.spec.ts',
    killer: 'S89 makes nothing of what no document is like',
  },
  {
    name: 'an order of environments that looks at all of them for each',
    edits: [
      edit(
        'apps/flags-admin/src/transfer/document-order.ts',
        'filter((slug) => known.has(slug))',
        'filter((slug) => slugs.includes(slug) && known.has(slug))',
      ),
    ],
    suite: 'apps/flags-admin/src/transfer/document-order.spec.ts',
    killer: 'S89 of a document with very many is found without a look at all of them for each',
  },
  {
    name: 'one account that waits for all changes that can be waited for',
    edits: [edit('apps/flags-admin/src/applied/applied-waits.ts', 'SHARE_OF_ASKER = 1 / 6', 'SHARE_OF_ASKER = 1e3')],
    suite: 'apps/flags-admin/src/applied/applied-waits.spec.ts',
    killer: 'S81 is for everybody: whoever waits for all that he can leaves room for others',
  },
  {
    name: 'an account that makes gateways count as often as it likes',
    edits: [edit('apps/flags-admin/src/applied/applied-waits.ts', 'spend(account, 1, now)', 'spend(account, 0, now)')],
    suite: 'apps/flags-admin/src/applied/applied-waits.spec.ts',
    killer: 'S111 an account that begins more waits than people do is told so at once, and no gateway is asked',
  },
  {
    name: 'one tenant that fills the room for what is evaluated',
    edits: [edit(SHARE, 'sdk: 1 / 4', 'sdk: 1e3')],
    suite: BUFFER_SPEC,
    killer: 'S82 have room for others, whoever has filled what he could with all of his environments',
  },
  {
    name: 'one tenant that fills the room for what is reported',
    edits: [edit(SHARE, 'sdk: 1 / 4', 'sdk: 1e3')],
    suite: BUFFER_SPEC,
    killer: 'S82 has room for others, whoever has reported all that he could',
  },
  {
    name: 'usage that is made in one go',
    edits: [
      edit(
        'libs/flag-serving/src/usage/usage-buffer.ts',
        'of this.sums.take()) yield',
        'of [...this.sums.take()]) yield',
      ),
    ],
    suite: BUFFER_SPEC,
    killer: 'S82 are made as they are taken: others have their turn in between, at a gateway too',
  },
  {
    name: 'an environment that others make way for at an edge whose upstream is silent',
    edits: [
      edit(
        'apps/edge/src/usage/usage-forwarder.ts',
        'counts.get(nameOf(one)) === most',
        'counts.get(nameOf(one))! <= most',
      ),
    ],
    suite: 'apps/edge/src/usage/usage-forwarder.spec.ts',
    killer: 'S82 of one environment takes no room from others while the upstream is silent',
  },
  {
    name: 'pollers of one tenant that push out those of others',
    edits: [
      edit(
        'libs/flag-serving/src/flags/pollers.ts',
        'one[1].size >= most[1].size ? one : most',
        'one[1].size < most[1].size ? one : most',
      ),
    ],
    suite: 'libs/flag-serving/src/flags/pollers.spec.ts',
    killer: 'S83 of one tenant push out none of another, with however many environments',
  },
  {
    name: 'an account with as many budgets of usage as environments',
    edits: [
      edit(
        'apps/sdk-gateway/src/tenants/account-budgets.ts',
        'await this.tenants.findTenant(environmentId)',
        'environmentId',
      ),
    ],
    suite: BUDGETS_SPEC,
    killer:
      'S79 of an account that reports more than its share are dropped, of all its environments; those of others are not',
  },
  {
    name: 'windows of usage that are remembered for nothing',
    edits: [edit(BUDGETS, 'SIZE_OF_WINDOW = 10', 'SIZE_OF_WINDOW = 0')],
    suite: BUDGETS_SPEC,
    killer: 'S79 count for themselves too, however little they say: each is remembered',
  },
  {
    name: 'a flag named constructor, with which no message can be read',
    edits: [edit('libs/contracts/src/messages/usage-reported.v1.ts', '    Type(() => Object),\n', '')],
    suite: 'libs/messaging/src/usage-reported.spec.ts',
    killer: 'is one that usage takes, as it is',
  },
  {
    name: 'all signatures of a history in one go',
    edits: [edit('apps/audit/src/chain/hold-to.ts', 'SIGNATURES_AT_ONCE = 20', 'SIGNATURES_AT_ONCE = 1e9')],
    suite: 'apps/audit/src/chain/verify-chain.service.spec.ts',
    killer: 'S86 signatures of a chain are verified a few at a time, and paid for',
  },
  {
    name: 'entries that are compared for nothing',
    edits: [
      edit(
        'apps/audit/src/read/audit.controller.ts',
        'COMPARED_FOR_ONE_ANSWERED = 10',
        'COMPARED_FOR_ONE_ANSWERED = 1e9',
      ),
    ],
    suite: 'apps/audit/src/read/audit.controller.spec.ts',
    killer: 'S74 a search is paid for by half of what it has looked at',
  },
  {
    name: 'last known good files of any size in all',
    edits: [edit('libs/flag-serving/src/bytes-by-tenant.ts', 'this.total > this.bytesAtMost', 'this.total < 0')],
    suite: 'libs/flag-serving/src/bytes-by-tenant.spec.ts',
    killer: 'S119 is bounded: the tenant that has most gives up what it wrote longest ago, and nobody else anything',
  },
  {
    name: 'last known good files that belong to nobody after a restart',
    edits: [
      edit(
        'libs/flag-serving/src/fallback/fallback-files.ts',
        'this.room.add(version.environmentId, size, tenant)',
        'this.room.add(version.environmentId, size)',
      ),
    ],
    suite: 'libs/flag-serving/src/fallback/fallback-files.spec.ts ~S119',
    killer: 'S119 say whose they are: after a restart too, nobody gives way to a tenant that has more',
  },
  {
    name: 'recent events of any size in all',
    edits: [
      edit(`${STREAM}/event-memory.ts`, 'of this.byTenant.take(environmentId, bytes))', 'of this.byTenant.shrink())'),
    ],
    suite: `${STREAM}/event-memory.spec.ts`,
    killer: 'S127 is bounded: the tenant that has most loses its oldest, and streams of others resume from it',
  },
  {
    name: 'recent events that are kept when nobody follows their environment any more',
    edits: [edit(`${STREAM}/stream-registry.ts`, '    channel.end();\n', '')],
    suite: `${STREAM}/stream-registry.spec.ts`,
    killer: 'S127 of all environments share their memory, which those that nobody follows any more give back',
  },
];
