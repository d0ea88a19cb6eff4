import { edit, type Mutant } from '../mutant.js';

const TENANT_LIMITS_SPEC = 'apps/flags-admin/src/tenant-limits.int.spec.ts';
const TURNS = 'libs/service-kit/src/tenants/read-turns.interceptor.ts';
const TURNS_SPEC = 'libs/service-kit/src/tenants/read-turns.interceptor.spec.ts';
const BUDGETS = 'libs/service-kit/src/tenants/answer-budgets.ts';
const BUDGETS_SPEC = 'libs/service-kit/src/tenants/answer-budgets.spec.ts';
const UNIT_OF_WORK = 'apps/flags-admin/src/unit-of-work/unit-of-work.ts';

/** Each lets changes cost others what nobody pays for. */
export const CHANGE_MUTANTS: Mutant[] = [
  {
    name: 'rows that no change pays for',
    edits: [edit(UNIT_OF_WORK, 'let bytes = rows * BYTES_OF_A_ROW', 'let bytes = 0 * rows * BYTES_OF_A_ROW')],
    suite: `${TENANT_LIMITS_SPEC} ~counts for the rows`,
    killer: 'a new environment, as many as the project has flags',
  },
  {
    name: 'values that are locked before their environment is known',
    here: "the admin of any project locks the values of another project's environment",
    edits: [
      edit(
        'apps/flags-admin/src/environments/delete-environment.service.ts',
        'where e.id = ${id} and e.project_id = ${projectId}',
        'where e.id = ${id}',
      ),
    ],
    suite: 'e2e/security/foreign-locks.e2e-spec.ts ~DELETE',
    killer: 'waits for no lock there, so it takes none',
  },
  {
    name: 'answers of changes that nobody pays for',
    edits: [edit(TURNS, 'from(this.budgets.change(user.id, ip, answer, cost))', 'from(answer())')],
    suite: TURNS_SPEC,
    killer: 'before anything else of its account is looked up',
  },
  {
    name: 'refusals that nobody pays for, however much they show',
    edits: [edit(BUDGETS, 'spend(shownOf(error))', 'void shownOf(error)')],
    suite: TURNS_SPEC,
    killer: 'before anything else of its account is looked up',
  },
  {
    name: 'a change waits for what its account reads',
    edits: [edit(BUDGETS, 'return this.changes.run(', 'return this.largeReads.run(')],
    suite: BUDGETS_SPEC,
    killer: 'pay what changes answer as well, and changes never wait for reads',
  },
  {
    name: 'small reads that wait for nothing, whatever their account owes',
    edits: [edit(BUDGETS, 'return this.smallReads.run(account, addressSite(address), read)', 'return read()')],
    suite: TURNS_SPEC,
    killer: 'S134 keep a small read waiting until those of its account before it are paid for, and no change of it',
  },
  {
    name: 'small reads that cost what they answer alone',
    here: 'twenty bytes, and a session and a member are looked up for them',
    edits: [edit(BUDGETS, 'LEAST_OF_A_READ = 5_000', 'LEAST_OF_A_READ = 0')],
    suite: TURNS_SPEC,
    killer: 'S134 are spent by each read, however little it answers',
  },
  {
    name: 'bodies that are parsed however many values they have',
    here: 'whoever sends them has not been asked yet',
    edits: [
      edit(
        'libs/service-kit/src/http/json-shape.ts',
        'if (values > valuesAtMost) return',
        'if (values > 1e9 * valuesAtMost) return',
      ),
    ],
    suite: 'libs/service-kit/src/http/json-shape.spec.ts',
    killer: 'S136 ends at the first of too many',
  },
  {
    name: 'look-ups of sessions that take all connections',
    edits: [edit('libs/service-kit/src/tenants/session-look-ups.ts', 'atOnce: 5', 'atOnce: 500')],
    suite: 'libs/service-kit/src/tenants/session-look-ups.spec.ts',
    killer: 'S137 few of an account run at a time, and fewer of all than a service has connections',
  },
  {
    name: 'requests that a role refuses for nothing',
    edits: [edit('libs/service-kit/src/tenants/session-look-ups.ts', 'LEAST_OF_A_READ);', '0 * LEAST_OF_A_READ);')],
    suite: 'libs/service-kit/src/tenants/session-look-ups.spec.ts',
    killer: 'S137 an account whose requests were refused often waits',
  },
  {
    name: 'bodies that are validated for nothing',
    edits: [edit(BUDGETS, '+ values * BYTES_OF_A_VALUE', '+ 0 * values * BYTES_OF_A_VALUE')],
    suite: TURNS_SPEC,
    killer: 'S138 are spent by what a change has to validate, though it is refused',
  },
  {
    name: 'changes of one network in all turns there are',
    edits: [edit('apps/flags-admin/src/quotas/change-turns.ts', 'atOnceOfOne: 4', 'atOnceOfOne: 400')],
    suite: 'apps/flags-admin/src/quotas/change-limit.interceptor.spec.ts',
    killer: 'S139 of one network fewer changes run at a time than of all',
  },
  {
    name: 'changes in no project for nothing',
    edits: [edit(BUDGETS, 'inProject ? 0 : LEAST_OF_A_READ', 'inProject ? 0 : 0 * LEAST_OF_A_READ')],
    suite: TURNS_SPEC,
    killer: 'S140 are spent by each change that is made in no project',
  },
  {
    name: 'large bodies that are spent by nobody',
    edits: [edit('apps/api-gateway/src/limits/body-budget.ts', 'owedMs > 0 ? overdrawn', 'owedMs > 1e9 ? overdrawn')],
    suite: 'apps/api-gateway/src/limits/body-budget.spec.ts',
    killer: 'S141 refuses large bodies of a network that has sent too many',
  },
  {
    name: 'strangers at the price of those who are signed in',
    edits: [edit('apps/api-gateway/src/limits/request-limit.ts', 'COST_OF_A_STRANGER = 10', 'COST_OF_A_STRANGER = 1')],
    suite: 'apps/api-gateway/src/limits/request-limit.spec.ts',
    killer: 'S142 counts a request that nobody is signed in for ten times',
  },
  {
    name: 'streams of a page that begin for nothing',
    edits: [
      edit(
        'apps/flags-admin/src/project-events/project-events.controller.ts',
        'request.readBeside = approximateBytes(project);',
        'void approximateBytes;',
      ),
    ],
    suite: 'apps/flags-admin/src/project-events/project-events.controller.spec.ts',
    killer: 'S134 what a stream begins with is read, and paid for, like any answer',
  },
  {
    name: 'control characters at the price of a byte',
    here: 'JSON writes six',
    edits: [
      edit(
        'libs/service-kit/src/tenants/approximate-bytes.ts',
        'Buffer.byteLength(JSON.stringify(value))',
        'Buffer.byteLength(value)',
      ),
    ],
    suite: BUDGETS_SPEC,
    killer: 'is about that of its JSON',
  },
  {
    name: 'one account has all places of changes',
    edits: [edit(BUDGETS, 'atOnceOfOne: 3', 'atOnceOfOne: 300')],
    suite: TURNS_SPEC,
    killer: 'of one account few run at a time, whatever they are of',
  },
  {
    name: 'changes that are made after their callers have given up',
    edits: [edit(BUDGETS, 'WAIT_AT_MOST_MS = 9_000', 'WAIT_AT_MOST_MS = 9_000_000')],
    suite: TURNS_SPEC,
    killer: 'a change that has waited longer than its caller does is not made',
  },
  {
    name: 'reads that wait longer than their callers do',
    here: 'the api-gateway answers 503 in their place',
    edits: [edit(BUDGETS, 'if (owedMs > WAIT_AT_MOST_MS)', 'if (owedMs > Infinity)')],
    suite: BUDGETS_SPEC,
    killer: 'request that its caller would not live to see is refused',
  },
  {
    name: 'a rename shows what it has locked',
    here: 'all values of the flag are read while it is locked',
    edits: [
      edit(
        'apps/flags-admin/src/flags/rename-flag.service.ts',
        '      if (!changed) return readPositions',
        '      await this.flags.one(flagId);\n      if (!changed) return readPositions',
      ),
    ],
    suite: `${TENANT_LIMITS_SPEC} ~rename`,
    killer: 'is read when nothing is locked any more, also where nothing changes',
  },
  {
    name: 'a share of changes for each session',
    here: 'an account that signs in again has another one, and owes nothing there',
    edits: [
      edit(
        'apps/flags-admin/src/quotas/change-limit.interceptor.ts',
        'take(projectId, user.id)',
        'take(projectId, user.sessionId)',
      ),
    ],
    suite: 'apps/flags-admin/src/quotas/change-limits.spec.ts',
    killer: 'S125 an account has one share of a project, however often it signs in',
  },
  {
    name: 'changes that are refused for nothing',
    edits: [
      edit(
        UNIT_OF_WORK,
        'await this.pay(actor, cost, attempted?.messages ?? [], atLeast);',
        'if (isMade) await this.pay(actor, cost, attempted?.messages ?? [], atLeast);',
      ),
    ],
    suite: `${TENANT_LIMITS_SPEC} ~ceiling`,
    killer: 'refuses what has been written by then, and that counts as much as what passes',
  },
];
