import { edit, type Mutant } from '../mutant.js';

const LARGE_SPEC = 'apps/flags-admin/src/transfer/large-projects.int.spec.ts';
const TURNS = 'apps/flags-admin/src/quotas/change-turns.ts';
const LIMIT_SPEC = 'apps/flags-admin/src/quotas/change-limit.interceptor.spec.ts';

/** What many flags cost is paid by others. */
export const TRANSFER_MUTANTS: Mutant[] = [
  {
    name: 'exports that are refused for nothing',
    edits: [edit('apps/flags-admin/src/transfer/export-project.query.ts', '        spend(part.length);\n', '')],
    suite: LARGE_SPEC,
    killer: 'S123 that is too large ends where it is, and is paid for as far as it was written',
  },
  {
    name: 'values that are compared for nothing',
    edits: [
      edit(
        'apps/flags-admin/src/flag-changes/assert-fits-one-call.ts',
        '    cost.compared({ values, bytes });\n',
        '    void cost;\n',
      ),
    ],
    suite: LARGE_SPEC,
    killer: 'S124 is paid for what it reads, though a promotion is not the one that was tried',
  },
  {
    name: 'new environments that count no flags of their project',
    edits: [
      edit(
        'apps/flags-admin/src/transfer/import-project.service.ts',
        'flags * environments + others * made',
        'flags * environments',
      ),
    ],
    suite: LARGE_SPEC,
    killer:
      'S124 makes no more values than one call may: an import of new environments counts all flags of the project',
  },
  {
    name: 'bulk calls that wait in the places of their project',
    edits: [
      edit(
        TURNS,
        'return this.runningMany.run(pathOf(request), this.runInTime(request, work));',
        "return this.projects.run('p', () => this.runningMany.run(pathOf(request), this.runInTime(request, work)));",
      ),
    ],
    suite: LIMIT_SPEC,
    killer: 'S124 a call that changes many flags and waits for others takes no place of its project',
  },
  {
    name: 'changes that are begun for a caller who has gone',
    edits: [edit(TURNS, 'arrivedAt > withinMs', 'arrivedAt > 1e9 * withinMs')],
    suite: LIMIT_SPEC,
    killer: 'S124 nothing is begun whose caller has been told of a failure meanwhile',
  },
  {
    name: 'documents that are refused for nothing',
    edits: [
      edit(
        'apps/flags-admin/src/transfer/read-json.ts',
        'spend(size.bytes + shape.items * BYTES_OF_A_ROW)',
        'void [spend, BYTES_OF_A_ROW]',
      ),
    ],
    suite: LARGE_SPEC,
    killer: 'S130 is paid for by the size of its document, though that is refused',
  },
  {
    name: 'documents that hold up all changes of many flags',
    edits: [edit(TURNS, 'return this.importing.run(', 'void this.importing;\n    return this.runningMany.run(')],
    suite: LIMIT_SPEC,
    killer: 'S130 an import waits for other imports alone, until it has a change to make',
  },
  {
    name: 'long work that leaves no time to others',
    edits: [
      edit(
        'libs/process-kit/src/tenants/yield-when-due.ts',
        'await waitMs(REST_MILLISECONDS)',
        'await waitMs(0 * REST_MILLISECONDS)',
      ),
    ],
    suite: 'libs/process-kit/src/tenants/yield-when-due.spec.ts',
    killer: 'S130 rests after 2 ms of work for as long, and not before',
  },
  {
    name: 'requests for approval that read for nothing',
    edits: [
      edit(
        'apps/flags-admin/src/flags/lock-flag.ts',
        'cost.compared({ values: some.length, bytes: some.reduce((sum, one) => sum + textBytes(one), 0) });',
        'void [cost, textBytes];',
      ),
    ],
    suite: LARGE_SPEC,
    killer: 'S133 is paid for what it reads, though it is asked for and refused for the length of its texts',
  },
  {
    name: 'deletions that lock all before they are refused',
    edits: [
      edit(
        'apps/flags-admin/src/projects/delete-project.service.ts',
        'change.assertAllowed(await peekRules(change.manager, projectId));',
        'void peekRules;',
      ),
    ],
    suite: LARGE_SPEC,
    killer: 'S133 is refused by a frozen environment before anything of its project is locked',
  },
  {
    name: 'refused changes whose time is free',
    edits: [edit('apps/flags-admin/src/unit-of-work/unit-of-work.ts', 'bytes = Math.max(bytes, atLeast);', '')],
    suite: LARGE_SPEC,
    killer: 'S133 is paid for its time, where nothing else is known of what it did',
  },
  {
    name: 'changes that pay for the time of an outage',
    here: 'whoever tried while Postgres was silent is refused when it is back',
    edits: [
      edit(
        'apps/flags-admin/src/unit-of-work/cost.ts',
        'isForeign(failure) ? 0 :',
        'isForeign(failure) && false ? 0 :',
      ),
    ],
    suite: LARGE_SPEC,
    killer: 'S133 pays no time that Postgres, or whoever holds its rows, took from it',
  },
];
