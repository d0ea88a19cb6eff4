import { edit, type Mutant } from '../mutant.js';

const BUFFER_SPEC = 'libs/flag-serving/src/usage/usage-buffer.spec.ts';
const COLLECT = 'apps/usage/src/collect/collect.controller.ts';

/** What is stored of usage has no bound, or is lost with what one tenant sends. */
export const USAGE_MUTANTS: Mutant[] = [
  {
    name: 'usage that expires without an index on its time',
    edits: [
      edit('apps/usage/src/persistence/3-times-of-usage.migration.ts', "  latest_by_time: 'latest (last_at)',\n", ''),
    ],
    suite: 'apps/usage/src/usage.int.spec.ts',
    killer: 'S114 is found by its time: what is kept is not read, however much there is',
  },
  {
    name: 'counts of usage without an end',
    edits: [
      edit(
        'apps/usage/src/persistence/functions/record.ts',
        'set count = least(k.count + excluded.count, ${COUNT_AT_MOST}), seen_at',
        'set count = k.count + excluded.count, seen_at',
      ),
    ],
    suite: 'apps/usage/src/usage.int.spec.ts',
    killer: 'S122 counts up to the largest number of JSON, so that a count too many loses nothing else',
  },
  {
    name: 'usage of one account without an end',
    edits: [
      edit(
        'apps/usage/src/persistence/functions/record.ts',
        'COUNTS_OF_ACCOUNT_AT_MOST = 100_000',
        'COUNTS_OF_ACCOUNT_AT_MOST = 1_000_000',
      ),
    ],
    suite: 'apps/usage/src/usage.int.spec.ts',
    killer: 'S84 is bounded by account, in what is new in an hour, of all its environments; what is known goes on',
  },
  {
    name: 'all connections of usage for what is stored',
    edits: [edit(COLLECT, '(this.storing ??= this.storeAll())', 'this.storeAll()')],
    suite: 'apps/usage/src/collect/collect.controller.spec.ts',
    killer: 'S84 is stored one part at a time, so that those who read find connections',
  },
  {
    name: 'usage of all tenants in one line',
    edits: [
      edit(
        'apps/usage/src/collect/waiting-windows.ts',
        'this.tenants.add([window.tenant ?? window.environment_id], window)',
        'this.tenants.add([], window)',
      ),
    ],
    suite: 'apps/usage/src/collect/collect.controller.spec.ts',
    killer: 'S84 is stored in turns of tenants: one that reports more than can be stored loses its own',
  },
  {
    name: 'reads of usage for nothing',
    edits: [edit('apps/usage/src/read/usage.controller.ts', 'BYTES_OF_COUNT = 2', 'BYTES_OF_COUNT = 0')],
    suite: 'apps/usage/src/read/usage.controller.spec.ts',
    killer: 'S84 is paid for by the counts that it sums up, however little it answers',
  },
  {
    name: 'a window that does not fit loses those of all others',
    edits: [edit(COLLECT, 'given.length > 1', 'given.length > 1e9')],
    suite: 'apps/usage/src/usage.int.spec.ts',
    killer: 'S85 that does not fit is lost alone, not with those of others that came with it',
  },
  {
    name: 'one budget of usage for client keys and SDK keys',
    edits: [edit('apps/sdk-gateway/src/tenants/usage-budgets.ts', 'this.byKind[keyKind]', 'this.byKind.sdk')],
    suite: 'apps/sdk-gateway/src/tenants/usage-budgets.spec.ts',
    killer: 'S128 with client keys, which anybody has, silence none with SDK keys of their account',
  },
  {
    name: 'reports with client keys in the place of those with SDK keys',
    edits: [edit('libs/flag-serving/src/usage/usage-buffer.ts', '`${keyKind} ${buffered.tenant}`', 'buffered.tenant')],
    suite: BUFFER_SPEC,
    killer: 'S128 has room for reports with SDK keys, whatever comes with client keys of the same tenant',
  },
  {
    name: 'sums of client keys in the place of those of SDK keys',
    edits: [edit('libs/flag-serving/src/usage/usage-sums.ts', '`${of.keyKind} ${of.tenant}`', 'of.tenant')],
    suite: BUFFER_SPEC,
    killer: 'S128 have room for what comes with SDK keys, whatever comes with client keys of the same tenant',
  },
  {
    name: 'usage with client keys that is taken as with SDK keys',
    edits: [edit('libs/flag-serving/src/usage/usage-handler.ts', 'report, keyKind)', "report, keyKind && 'sdk')")],
    suite: 'libs/flag-serving/src/usage/usage-handler.spec.ts',
    killer: 'S128 usage is taken as what comes with a key of the kind',
  },
];
