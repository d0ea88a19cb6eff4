import { edit, type Mutant, rewrite } from '../mutant.js';

const FLAG_SET = 'libs/contracts/src/wire/flag-set.ts';
const PRIMARY_CHECK = 'apps/sdk-gateway/src/primary-check/primary-check.ts';
const EPOCHS = 'apps/flags-admin/src/persistence/5-epochs-of-environments.migration.ts';
const EPOCHS_SPEC = 'apps/flags-admin/src/persistence/epochs-of-environments.int.spec.ts';

/** P1: every read shows the changes that were acknowledged before it. */
export const FRESH_READ_MUTANTS: Mutant[] = [
  {
    name: 'let a request join a check that is in flight',
    edits: [
      edit(PRIMARY_CHECK, 'PrimaryCheck.send', 'this.waiting.shift();', ''),
      edit(PRIMARY_CHECK, 'PrimaryCheck.send', 'batch.sent = true;', ''),
      edit(
        PRIMARY_CHECK,
        'PrimaryCheck.settle',
        'const answer = await asked;',
        'const answer = await asked; this.waiting.shift(); batch.sent = true;',
      ),
    ],
    suite: 'apps/sdk-gateway/src/primary-check/primary-check.spec.ts',
    killer: 'never lets a request join a query that is in flight',
  },
  {
    name: 'skip the epoch check of a cached body',
    edits: [edit(FLAG_SET, 'unwrapFlagSet', 'label.epoch !== epoch || ', '')],
    suite: 'libs/contracts/src/wire/flag-set.spec.ts',
    killer: 'is not taken for it',
  },
  {
    name: 'skip the digest check of a cached body',
    edits: [edit(FLAG_SET, 'unwrapFlagSet', 'label.digest !== digest(body) || ', '')],
    suite: 'e2e/faults/redis-fails.fault-spec.ts ~an altered body',
    killer: 'an altered body: ignored, reloaded and counted',
  },
  {
    name: 'move the latest pointer in Redis back to an older revision',
    edits: [edit(FLAG_SET, 'ADVANCE_LATEST', 'if not isKnown then', 'if true then')],
    suite: 'apps/flags-admin/src/shared-cache/update-cache-after-commit.int.spec.ts',
    killer: 'the latest pointer names the newest revision when [3,2,1] arrive in this order',
  },
  {
    name: 'answer 304 for an older revision of Unleash features',
    here: 'the tag does not name the revision',
    edits: [
      edit(
        'libs/flag-serving/src/unleash/feature-set.ts',
        'FeatureSet.constructor',
        '{ ...set, body }',
        '{ ...set, revision: 0, body }',
      ),
    ],
    suite: 'e2e/unleash/slow/unleash.fault-spec.ts ~redis',
    killer: 'answers are fresh, none is an old 304, and streams miss nothing',
  },
  {
    name: 'leave the timeline of Postgres out of an epoch',
    edits: [edit(EPOCHS, 'createEpochs', ` || ' ' || flags.current_timeline(), 'UTF8'`, `, 'UTF8'`)],
    suite: EPOCHS_SPEC,
    killer: 'changes with the timeline, before any write on it',
  },
  {
    name: 'keep the epoch of the installation after a promotion',
    edits: [edit('apps/flags-admin/src/unit-of-work/in-transaction.ts', 'attempt', '!row?.own', '!row')],
    suite: EPOCHS_SPEC,
    killer: 'commits a new installation epoch first, once',
  },
  {
    name: 'read flags and keys from a standby',
    edits: [rewrite(EPOCHS, 'up.onPrimary', "'true'")],
    suite: EPOCHS_SPEC,
    killer: 'fails every query, even without a matching row',
  },
];
