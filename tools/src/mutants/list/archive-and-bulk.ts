import { edit, type Mutant } from '../mutant.js';

/** Each breaks what somebody counts on who changes many flags at once, archives them, or looks for it in the history. */
const TRANSFER = 'apps/flags-admin/src/transfer';

export const ARCHIVE_AND_BULK_MUTANTS: Mutant[] = [
  {
    name: 'calls of which a part is made',
    edits: [
      edit(
        'apps/flags-admin/src/flag-changes/decide-all.ts',
        'if (refused.length > 0) throw',
        'if (refused.length === items.length) throw',
      ),
    ],
    suite: 'apps/flags-admin/src/flag-changes/decide-all.spec.ts',
    killer: 'are all refused when some are, and each of these is named',
  },
  {
    name: 'dry runs that are committed',
    edits: [
      edit(
        'apps/flags-admin/src/unit-of-work/unit-of-work.ts',
        'if (dryRun) throw',
        'if (dryRun && attempted === undefined) throw',
      ),
    ],
    suite: 'e2e/interface/promote.e2e-spec.ts',
    killer: 'a dry run changes nothing and says what would; with its tag, exactly that is done',
  },
  {
    name: 'promotions of what nobody has seen',
    edits: [
      edit('apps/flags-admin/src/promotions/promote.service.ts', 'ifMatch === undefined ||', 'ifMatch !== tag ||'),
    ],
    suite: 'e2e/interface/promote.e2e-spec.ts',
    killer: '412 when a value changed since the dry run, with what it would be now, and nothing changes',
  },
  {
    name: 'imports of what nobody has seen',
    edits: [edit(`${TRANSFER}/import-project.service.ts`, '|| ifMatch === now.tag', '|| ifMatch !== now.tag')],
    suite: 'e2e/interface/slow/transfer.e2e-spec.ts',
    killer: '412 when something was changed since the dry run, with what it would be now',
  },
  {
    name: 'imports that are refused for the document alone',
    edits: [
      edit(
        `${TRANSFER}/decide-import.ts`,
        "if (decision.faults) faults.addTo('flags', index, decision.faults)",
        "if (decision.faults) faults.has('flags', index)",
      ),
    ],
    suite: 'e2e/interface/slow/transfer.e2e-spec.ts',
    killer: '400 names everything that is wrong, and changes nothing',
  },
  {
    name: 'imports that write what is the same',
    edits: [
      edit(
        `${TRANSFER}/decide-import.ts`,
        'changed.length > 0 || values.length > 0',
        'changed.length >= 0 || values.length > 0',
      ),
    ],
    suite: 'e2e/interface/slow/transfer.e2e-spec.ts',
    killer: 'twice is nothing: no revision and no entry',
  },
  {
    name: 'entries apart from the changes that they tell of',
    edits: [edit('apps/flags-admin/src/unit-of-work/batches-of.ts', '>= atOnce && begins', '>= atOnce')],
    suite: 'apps/flags-admin/src/unit-of-work/batches-of.spec.ts',
    killer: 'none begins between a change and the entries about it',
  },
  {
    name: 'environments of others, compared',
    edits: [
      edit(
        'apps/flags-admin/src/promotions/assert-environments.ts',
        'where project_id = ${projectId} and id',
        'where (project_id = ${projectId} or true) and id',
      ),
    ],
    suite: 'e2e/interface/promote.e2e-spec.ts',
    killer: 'when it is',
  },
  {
    name: 'archived flags that are served on',
    edits: [
      edit(
        'apps/flags-admin/src/flags/archive-flag.service.ts',
        'if (archived) change.flagDeleted(',
        'if (!archived) change.flagDeleted(',
      ),
    ],
    suite: 'e2e/interface/archive.e2e-spec.ts',
    killer: '200, the flag with the time; clients see a deletion, at once and in every environment',
  },
  {
    name: 'entries of one call that nobody can tell from others',
    edits: [edit('apps/flags-admin/src/flag-changes/change-flag-values.service.ts', 'change.beginGroup();', '')],
    suite: 'e2e/interface/many-at-once.e2e-spec.ts',
    killer: 'the entries of one call have a group in common, and say what a switch or an edit says',
  },
  {
    name: 'a search that looks through a whole history for one answer',
    edits: [
      edit(
        'apps/audit/src/read/entry-search.query.ts',
        'lookedAt >= LOOKED_AT_MOST',
        'lookedAt >= 1e9 * LOOKED_AT_MOST',
      ),
    ],
    suite: 'apps/audit/src/read/entry-search.query.spec.ts',
    killer: 'looks at 2,000 entries for one answer, and tells where to go on',
  },
  {
    name: 'an undo of tags that takes those that were there before',
    edits: [
      edit(
        'apps/dashboard/src/screens/flags/undo-tags.ts',
        'flag.tags.includes(tag) !== adds',
        'flag.tags.includes(tag) || adds',
      ),
    ],
    suite: 'apps/dashboard/src/screens/flags/undo-tags.spec.ts',
    killer: 'takes what was added from the flags that had not got it before',
  },
];
