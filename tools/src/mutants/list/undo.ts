import { edit, type Mutant } from '../mutant.js';

const HISTORY = 'apps/flags-admin/src/history';
const RESTORES = 'apps/flags-admin/src/restores';

/** Each breaks what somebody counts on who undoes, restores, or asks what was. */
export const UNDO_MUTANTS: Mutant[] = [
  {
    name: 'restores that read what they then refuse',
    here: 'megabytes of values, before the key is looked at',
    edits: [
      edit(
        `${RESTORES}/restore-flag.service.ts`,
        'const found = await peekDeleted(manager, projectId, [flagId]);',
        'void peekDeleted;\n      const found = (await readDeleted(manager, projectId, [flagId])).map(({ flag }) => flag);',
      ),
    ],
    suite: `${RESTORES}/restore-bounds.int.spec.ts`,
    killer: 'S135 of deleted flags whose keys were used again no value is read',
  },
  {
    name: 'history that guesses across a gap',
    edits: [
      edit(
        'apps/flags-admin/src/persistence/26-flag-history.migration.ts',
        'where at_revision - c.revision = (',
        'where at_revision - c.revision >= (',
      ),
    ],
    suite: `${HISTORY}/history.int.spec.ts`,
    killer: 'after revisions without rows, one begins anew; nothing is said of what is between',
  },
  {
    name: 'deletions that the history does not have',
    edits: [
      edit(
        'apps/flags-admin/src/unit-of-work/store-messages.ts',
        'where stored.revision is not null\n',
        "where stored.revision is not null and message.kind = 'flag_updated'\n",
      ),
    ],
    suite: 'e2e/interface/history.e2e-spec.ts',
    killer: 'at each position, what clients read there, whichever route made it',
  },
  {
    name: 'checkpoints that forget who made flags what they are',
    edits: [
      edit(
        'apps/flags-admin/src/checkpoints/checkpoint-job.ts',
        'continues ? takeCheckpoint',
        "continues && id === '' ? takeCheckpoint",
      ),
    ],
    suite: `${HISTORY}/history.int.spec.ts`,
    killer: 'begin with what there is, then follow each 1,000 revisions, and change nothing of what is read',
  },
  {
    name: 'restores that lock nothing',
    here: 'flags are read, and changed by others before the commit',
    edits: [
      edit(
        'apps/flags-admin/src/flags/lock-flag.ts',
        'order by f.id\n    for no key update of f, v`',
        'order by f.id`',
      ),
    ],
    suite: 'e2e/restores/slow/restores.e2e-spec.ts',
    killer: '100 restores under concurrent changes are one commit each, or are refused with both sides',
  },
  {
    name: 'restores of what nobody has seen',
    edits: [
      edit(
        `${RESTORES}/restore.service.ts`,
        'ifMatch === undefined || ifMatch === current.tag',
        'ifMatch !== current.tag || true',
      ),
    ],
    suite: 'e2e/interface/undo.e2e-spec.ts',
    killer: '412 with what it would be now when something has changed since the dry run; nothing is changed',
  },
  {
    name: 'restored flags that lose their other values',
    edits: [
      edit(
        `${RESTORES}/bring-back.ts`,
        '?? values[id] ?? FRESH_VALUE',
        '?? (values[id] && FRESH_VALUE) ?? FRESH_VALUE',
      ),
    ],
    suite: 'e2e/interface/undo.e2e-spec.ts',
    killer: 'a deleted flag is back under its id with all that it was, in the environments that are there',
  },
  {
    name: 'reverts to the wrong side',
    edits: [
      edit(`${RESTORES}/revert.service.ts`, "request.to === 'before' ? await", "request.to !== 'before' ? await"),
    ],
    suite: 'e2e/interface/undo.e2e-spec.ts',
    killer: 'the value before an entry, and after it, each as a change that names the entry',
  },
  {
    name: 'explanations of what is now',
    edits: [
      edit(
        `${HISTORY}/flag-set-at.query.ts`,
        'return this.describe(environmentId, at, flags, (',
        'return this.describe(environmentId, at && undefined, flags, (',
      ),
    ],
    suite: 'e2e/interface/undo.e2e-spec.ts',
    killer: 'what a client decided then and decides now, by what, and who made it so',
  },
  {
    name: 'explanations that are free, and take the turn of a change',
    edits: [
      edit(
        'libs/service-kit/src/tenants/read-turns.interceptor.ts',
        "context.getHandler()) === 'large'",
        "context.getHandler()) === 'public'",
      ),
    ],
    suite: 'libs/service-kit/src/tenants/read-turns.interceptor.spec.ts',
    killer: 'S90 are paid for in the same way by another method, and wait for the turn of a read',
  },
  {
    name: 'explanations of very many flags in one go',
    edits: [edit(`${HISTORY}/flag-set-at.query.ts`, '      await pause();\n', '      void pause;\n')],
    suite: `${HISTORY}/flag-set-at.query.spec.ts`,
    killer: 'S90 a large flag set is explained in slices: others have their turn in between',
  },
  {
    name: 'restores that are free where nothing differs',
    edits: [edit(`${RESTORES}/lock-restored.ts`, '  cost.lookedAt(past.lookedAt);\n', '')],
    suite: 'apps/flags-admin/src/tenant-limits.int.spec.ts',
    killer: 'S90 what is looked at to restore a flag set counts, whatever is asked for and also where nothing differs',
  },
  {
    name: 'restores of deleted flags however large these are',
    edits: [edit(`${RESTORES}/restore.service.ts`, 'if (bytes > BYTES_AT_MOST)', 'if (bytes > 1e12)')],
    suite: `${RESTORES}/restore-bounds.int.spec.ts`,
    killer: 'flags is bounded in bytes, in all environments together',
  },
  {
    name: 'a checkpoint that fails, and with it those of all others',
    edits: [
      edit(
        'apps/flags-admin/src/checkpoints/checkpoint-job.ts',
        'await take(this.database.manager, id).catch(failed);',
        'await take(this.database.manager, id);',
      ),
    ],
    suite: 'apps/flags-admin/src/checkpoints/checkpoint-job.spec.ts',
    killer: 'S90 an environment whose checkpoint cannot be taken keeps none of others from being taken',
  },
  {
    name: 'checkpoints that are looked for in all environments at once',
    edits: [
      edit('apps/flags-admin/src/checkpoints/checkpoint-job.ts', 'const AT_ONCE = 500;', 'const AT_ONCE = 500_000;'),
    ],
    suite: 'apps/flags-admin/src/checkpoints/checkpoint-job.int.spec.ts',
    killer: 'S90 no statement looks at the histories of all environments that changed, and each has its checkpoint',
  },
];
