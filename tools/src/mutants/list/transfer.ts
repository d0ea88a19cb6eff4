import { edit, type Mutant } from '../mutant.js';

const LARGE_SPEC = 'apps/flags-admin/src/transfer/large-projects.int.spec.ts';
const LIMIT = 'apps/flags-admin/src/quotas/change-limit.interceptor.ts';
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
        LIMIT,
        'if (isMany) return from(this.runningMany.run(path, one));',
        'if (isMany && projectId) return from(this.projects.run(projectId, () => this.runningMany.run(path, one)));',
      ),
    ],
    suite: LIMIT_SPEC,
    killer: 'S124 a call that changes many flags and waits for others takes no place of its project',
  },
  {
    name: 'changes that are begun for a caller who has gone',
    edits: [edit(LIMIT, 'arrivedAt > WAIT_AT_MOST_MS', 'arrivedAt > 1e9 * WAIT_AT_MOST_MS')],
    suite: LIMIT_SPEC,
    killer: 'S124 nothing is begun whose caller has been told of a failure meanwhile',
  },
];
