import { edit, type Mutant } from '../mutant.js';

/** Work without turns, and waiting without bounds. */
export const WAITING_MUTANTS: Mutant[] = [
  {
    name: 'reads that wait for a turn without a bound',
    edits: [
      edit(
        'libs/flag-serving/src/flags/read-turns.ts',
        'this.waiting.during(this.queue.tenantOf(environmentId), [networks], run)',
        'this.waiting.during(this.queue.tenantOf(environmentId), [], run)',
      ),
    ],
    suite: 'libs/flag-serving/src/flags/flags-handler.spec.ts',
    killer: 'refuses reads that would wait for a turn behind too many of their tenant',
  },
  {
    name: 'reads that wait for a load without a bound',
    edits: [
      edit(
        'libs/flag-serving/src/flags/read-turns.ts',
        'this.waiting.during(this.queue.tenantOf(environmentId), reads, () => load)',
        'this.waiting.during(this.queue.tenantOf(environmentId), reads.slice(reads.length), () => load)',
      ),
    ],
    suite: 'libs/flag-serving/src/flags/flags-handler.spec.ts',
    killer: 'refuses reads that would wait for a load with too many of their tenant',
  },
  {
    name: 'one tenant may have all reads that wait',
    edits: [
      edit('libs/flag-serving/src/source/waiting-reads.ts', 'SHARE_OF_TENANT = 1 / 4', 'SHARE_OF_TENANT = 1_000'),
    ],
    suite: 'libs/flag-serving/src/source/waiting-reads.spec.ts',
    killer: 'of the eleventh tenant have places, when ten have taken what they could',
  },
  {
    name: 'turns by project alone',
    edits: [
      edit(
        'apps/sdk-gateway/src/tenants/tenants.ts',
        'account: row.account_id ?? row.project_id }',
        'account: row.project_id }',
      ),
    ],
    suite: 'apps/sdk-gateway/src/tenants/project-queue.spec.ts',
    killer: 'an account whose projects have spent what five may waits with all of them',
  },
  {
    name: 'projects that wait keep a place from others',
    edits: [
      edit(
        'apps/sdk-gateway/src/tenants/project-queue.ts',
        'PROJECT_RATE, atOnce: Infinity, atOnceOfOne: 1',
        'PROJECT_RATE, atOnce: 4, atOnceOfOne: 1',
      ),
    ],
    suite: 'apps/sdk-gateway/src/tenants/project-queue.spec.ts',
    killer: 'accounts that wait for their own turn keep no place from others',
  },
  {
    name: 'as many changes as there are accounts',
    edits: [edit('apps/flags-admin/src/quotas/change-turns.ts', 'atOnce: 6', 'atOnce: 60')],
    suite: 'apps/flags-admin/src/quotas/change-limit.interceptor.spec.ts',
    killer: 'of all accounts fewer changes run at a time than the service has connections',
  },
  {
    name: 'one network may have all reads that wait',
    edits: [
      edit('libs/flag-serving/src/source/waiting-reads.ts', 'SHARE_OF_NETWORK = 1 / 6', 'SHARE_OF_NETWORK = 1_000'),
    ],
    suite: 'libs/flag-serving/src/source/waiting-reads.spec.ts',
    killer: 'from one network are a seventh of all, and leave some to other readers of the same tenant',
  },
  {
    name: 'changes take turns by account alone',
    edits: [
      edit(
        'apps/flags-admin/src/quotas/change-turns.ts',
        '[...addressNetworks(ip), user.id]',
        '[user.id, ...addressNetworks(ip)]',
      ),
    ],
    suite: 'apps/flags-admin/src/quotas/change-limit.interceptor.spec.ts',
    killer: 'are of networks: a change from another one is next, however many accounts wait at one',
  },
  {
    name: 'readers of one project in the order in which they come',
    edits: [
      edit(
        'apps/sdk-gateway/src/tenants/project-queue.ts',
        '        ),\n      networks,',
        '        ),\n      networks?.slice(9),',
      ),
    ],
    suite: 'apps/sdk-gateway/src/tenants/project-queue.spec.ts',
    killer: 'the networks that read one project take turns',
  },
  {
    name: 'large reads by account alone',
    edits: [
      edit(
        'libs/service-kit/src/tenants/answer-budgets.ts',
        'return this.largeReads.run(account, addressSite(address),',
        'return this.largeReads.run(account, account + addressSite(address),',
      ),
    ],
    suite: 'libs/service-kit/src/tenants/answer-budgets.spec.ts',
    killer: 'accounts of one organization wait together when they have read what ten may',
  },
  {
    name: 'changes that write without a limit',
    edits: [edit('apps/flags-admin/src/quotas/budgets.ts', 'left: left - amount, at', 'left: left - 0 * amount, at')],
    suite: 'apps/flags-admin/src/quotas/change-limit.interceptor.spec.ts',
    killer: 'answers 429 to an account whose changes have written more',
  },
  {
    name: 'HEAD at the price of GET',
    edits: [edit('libs/flag-serving/src/flags/respond.ts', "if (request.method !== 'HEAD') spend(", 'spend(')],
    suite: 'libs/flag-serving/src/flags/flags-handler.spec.ts',
    killer: 'HEAD of a large flag set costs nothing',
  },
  {
    name: 'streams by whole address',
    edits: [
      edit(
        'libs/process-kit/src/limits/create-callers.ts',
        'addressBlock(addressOf(request))',
        "addressBlock('') + addressOf(request)",
      ),
    ],
    suite: 'e2e/faults/streams/slow/limits.e2e-spec.ts ~are those of a network',
    killer: 'are those of a network, where one client may have any of its addresses',
  },
  {
    name: 'reads that take all connections',
    edits: [edit('libs/service-kit/src/tenants/read-turns.interceptor.ts', 'atOnce: 3', 'atOnce: 300')],
    suite: 'libs/service-kit/src/tenants/read-turns.interceptor.spec.ts',
    killer: 'leave connections to what is no read, however many reads wait',
  },
  {
    name: 'strangers who look up without turns',
    edits: [
      edit('libs/service-kit/src/tenants/read-turns.interceptor.ts', "if (!user && kind !== 'public')", 'if (!user)'),
    ],
    suite: 'libs/service-kit/src/tenants/read-turns.interceptor.spec.ts',
    killer: 'are taken by what everybody may ask for, where that is a read, and by no other POST',
  },
  {
    name: 'flag sets that wait for their files in any number',
    edits: [
      edit(
        'libs/flag-serving/src/fallback/fallback-files.ts',
        'new BytesByTenant(waitingBytesAtMost',
        'new BytesByTenant(Infinity',
      ),
    ],
    suite: 'libs/flag-serving/src/fallback/fallback-files.spec.ts ~S121',
    killer: 'S121 that wait to be written have a bounded number of bytes: those of the tenant that has most are lost',
  },
  {
    name: 'connections that are lent once more after they were destroyed',
    here: 'pg says that they are gone a moment later',
    edits: [
      edit(
        'libs/service-kit/src/database/postgres-driver.ts',
        'release(failure || client.isDropped)',
        'release(failure)',
      ),
    ],
    suite: 'libs/service-kit/src/database/database.module.int.spec.ts',
    killer: 'is not used again once a query on it was given up, however soon',
  },
];
