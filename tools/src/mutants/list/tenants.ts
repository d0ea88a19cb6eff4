import { edit, type Mutant } from '../mutant.js';

const TENANT_LIMITS_SPEC = 'apps/flags-admin/src/tenant-limits.int.spec.ts';

/** Each lets one tenant take what belongs to others. */
export const TENANT_MUTANTS: Mutant[] = [
  {
    name: 'a page without a bound in bytes',
    edits: [edit('apps/flags-admin/src/flags/flag.query.ts', ' and (position = 1 or bytes <= ${PAGE_BYTES}::int)', '')],
    suite: `${TENANT_LIMITS_SPEC} ~page`,
    killer: 'ends at 250 kB, and the next one goes on from there',
  },
  {
    name: 'a quota counted without a lock',
    edits: [
      edit(
        'apps/flags-admin/src/quotas/quotas.ts',
        '    await manager.sql`select pg_advisory_xact_lock(${ACCOUNT_LOCK}::int, hashtext(${userId}))`;\n',
        '',
      ),
      edit(
        'apps/flags-admin/src/quotas/quotas.ts',
        "/** The first half of the advisory lock's key; the second half is the hash of the account's id. */\n" +
          'const ACCOUNT_LOCK = 0x0b02;\n',
        '',
      ),
    ],
    suite: `${TENANT_LIMITS_SPEC} ~quota`,
    killer: 'projects of one account',
  },
  {
    name: 'a quota that others fill',
    here: 'projects count for their owners, and anybody makes a member an owner',
    edits: [
      edit(
        'apps/flags-admin/src/quotas/quotas.ts',
        'from flags.projects where created_by = ${userId}`',
        "from flags.members where user_id = ${userId} and role = 'owner'`",
      ),
    ],
    suite: `${TENANT_LIMITS_SPEC} ~quota`,
    killer: 'is not used up by others, whatever they make an account an owner of',
  },
  {
    name: 'a list that no account pays for',
    edits: [
      edit(
        'apps/flags-admin/src/members/members.controller.ts',
        '  @LargeRead()\n  @ApiOkResponse({ type: [MemberView] })',
        '  @ApiOkResponse({ type: [MemberView] })',
      ),
      edit('apps/flags-admin/src/members/members.controller.ts', 'import { LargeRead, Refuses,', 'import { Refuses,'),
    ],
    suite: 'apps/flags-admin/src/large-reads.spec.ts',
    killer: 'waits for the turn of the account that asks, like every list',
  },
  {
    name: 'a full flag set refuses toggles',
    edits: [
      edit(
        'apps/flags-admin/src/quotas/flag-set-size.ts',
        'if (growth <= 0 || bytes',
        'if (Number.isNaN(growth) || bytes',
      ),
    ],
    suite: 'apps/flags-admin/src/quotas/flag-set-size.spec.ts',
    killer: 'never refuses a change by',
  },
  {
    name: 'large flag sets are loaded at once',
    edits: [
      edit(
        'libs/flag-serving/src/flag-set/flag-set-cache.ts',
        'if (!this.takesTurn(environmentId)) {',
        'if (environmentId) {',
      ),
    ],
    suite: 'libs/flag-serving/src/flag-set/flag-set-cache.spec.ts',
    killer: 'is loaded when it is the turn of its tenant',
  },
  {
    name: 'a snapshot that keeps its place while its tenant waits',
    edits: [
      edit(
        'libs/flag-serving/src/stream/stream-registry.ts',
        'if (this.cache.takesTurn(environmentId)) inTurn?.();',
        'void inTurn;',
      ),
    ],
    suite: 'libs/flag-serving/src/stream/stream-registry.spec.ts',
    killer: 'loads the small flag sets of a new epoch, however many large ones wait',
  },
  {
    name: 'reads that wait for a turn without a bound',
    edits: [
      edit(
        'libs/flag-serving/src/flags/flags-handler.ts',
        'this.waiting.during(this.queue.tenantOf(environmentId), 1, () =>',
        'this.waiting.during(this.queue.tenantOf(environmentId), 0, () =>',
      ),
    ],
    suite: 'libs/flag-serving/src/flags/flags-handler.spec.ts',
    killer: 'refuses reads that would wait for a turn behind too many of their tenant',
  },
  {
    name: 'reads that wait for a load without a bound',
    edits: [
      edit(
        'libs/flag-serving/src/flags/flags-handler.ts',
        'this.waiting.during(this.queue.tenantOf(environmentId), reads, () => load)',
        'this.waiting.during(this.queue.tenantOf(environmentId), reads - reads, () => load)',
      ),
    ],
    suite: 'libs/flag-serving/src/flags/flags-handler.spec.ts',
    killer: 'refuses reads that would wait for a load with too many of their tenant',
  },
  {
    name: 'one tenant may have all reads that wait',
    edits: [
      edit(
        'libs/flag-serving/src/flags/waiting-reads.ts',
        'SHARE_OF_WHAT_IS_LEFT = 1 / 4',
        'SHARE_OF_WHAT_IS_LEFT = 1_000',
      ),
    ],
    suite: 'libs/flag-serving/src/flags/waiting-reads.spec.ts',
    killer: 'of the eleventh tenant have places, when ten have taken what they could',
  },
  {
    name: 'turns by project alone',
    edits: [
      edit(
        'apps/sdk-gateway/src/tenants/project-queue.ts',
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
        'atOnce: Infinity, atOnceOfOne: 1',
        'atOnce: 4, atOnceOfOne: 1',
      ),
    ],
    suite: 'apps/sdk-gateway/src/tenants/project-queue.spec.ts',
    killer: 'accounts that wait for their own turn keep no place from others',
  },
  {
    name: 'as many changes as there are accounts',
    edits: [edit('apps/flags-admin/src/quotas/change-limit.interceptor.ts', 'atOnce: 7', 'atOnce: 70')],
    suite: 'apps/flags-admin/src/quotas/change-limit.interceptor.spec.ts',
    killer: 'of all accounts fewer changes run at a time than the service has connections',
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
        'apps/sdk-gateway/src/serving.providers.ts',
        'addressBlock(addressOf(request))',
        "addressBlock('') + addressOf(request)",
      ),
    ],
    suite: 'e2e/faults/streams/limits.fault-spec.ts ~are those of a network',
    killer: 'are those of a network, where one client may have any of its addresses',
  },
];
