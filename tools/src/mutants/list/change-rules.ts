import { edit, type Mutant } from '../mutant.js';

const RULES = 'apps/flags-admin/src/change-rules';
const HELD = 'e2e/interface/slow/change-rules.e2e-spec.ts';
const FROZEN =
  '423 while an environment that it touches is frozen, and nothing changes; an owner goes past it, as the history says';

/** Each lets a change past what an environment asks of it. */
export const CHANGE_RULES_MUTANTS: Mutant[] = [
  {
    name: 'environments that are deleted while they are frozen',
    edits: [
      edit(
        'apps/flags-admin/src/environments/delete-environment.service.ts',
        '.filter((one) => one.id === id)',
        '.filter((one) => one.id === projectId)',
      ),
      edit(
        'apps/flags-admin/src/environments/delete-environment.service.ts',
        'change.assertAllowed([locked]);',
        'change.assertAllowed([]);',
      ),
    ],
    suite: HELD,
    killer: FROZEN,
  },
  {
    name: 'deletions that no rule holds up',
    edits: [
      edit(
        'apps/flags-admin/src/unit-of-work/change.ts',
        'this.held.add(environmentId);\n    this.messages.push(flagDeleted',
        'this.messages.push(flagDeleted',
      ),
    ],
    suite: HELD,
    killer: FROZEN,
  },
  {
    name: 'rules of which the first environment’s alone count',
    edits: [
      edit(
        `${RULES}/assert-allowed.ts`,
        'environments.find(({ frozen_until }) =>',
        'environments.slice(0, 1).find(({ frozen_until }) =>',
      ),
    ],
    suite: `${RULES}/assert-allowed.spec.ts`,
    killer: 'is held to the strictest, in whatever order they come, and one more never lets it pass',
  },
  {
    name: 'approvals of one’s own',
    edits: [
      edit(
        'apps/flags-admin/src/approvals/request-state.ts',
        '(id) => id !== authorId && mayChange(roles, id)',
        '(id) => id !== `not ${authorId}` && mayChange(roles, id)',
      ),
    ],
    suite: 'apps/flags-admin/src/approvals/decide-action.spec.ts',
    killer: 'does not count the author, who is named twice, or who may change nothing any more',
  },
  {
    name: 'approved changes of values that are other ones by now',
    edits: [
      edit(
        'apps/flags-admin/src/approvals/request-state.ts',
        "if (!isCurrent) return 'out_of_date';",
        "if (!isCurrent && needed < 0) return 'out_of_date';",
      ),
    ],
    suite: 'e2e/interface/slow/approvals.e2e-spec.ts',
    killer: 'out of date when the value was changed meanwhile',
  },
  {
    name: 'direct writes where approvals are asked for',
    edits: [
      edit(`${RULES}/change-rules.ts`, 'or e.comment_required or e.approvals > 0 then', 'or e.comment_required then'),
    ],
    suite: 'e2e/interface/slow/approvals.e2e-spec.ts',
    killer: '409 for a direct write, with the address for change requests',
  },
  {
    name: 'freezes that an admin ends',
    edits: [
      edit(`${RULES}/decide-rules.ts`, "if (isLooser && role !== 'owner')", "if (isLooser && role === 'viewer')"),
    ],
    suite: `${RULES}/decide-rules.spec.ts`,
    killer: 'an owner alone ends or shortens a freeze; its reason goes with it',
  },
  {
    name: 'change requests that were closed, in lists of those that are open',
    edits: [
      edit(
        'apps/flags-admin/src/approvals/change-requests.query.ts',
        'and ${() => IS_IN[state]}',
        "and (r.closed_at is null) = ${state === 'open'}::boolean",
      ),
    ],
    suite: 'apps/flags-admin/src/approvals/change-requests.int.spec.ts',
    killer: 'those that are open are counted and listed without a look at those that were closed',
  },
  {
    name: 'open change requests beyond their number, where several are made at once',
    edits: [
      edit(
        'apps/flags-admin/src/approvals/create-change-request.service.ts',
        'await lockProject(manager, projectId);',
        'void lockProject;',
      ),
    ],
    suite: 'apps/flags-admin/src/approvals/change-requests.int.spec.ts',
    killer: 'of those that are made at the same time, none is beyond that number',
  },
];
