import { edit, type Mutant } from '../mutant.js';

const FOLDER = 'libs/flag-serving/src/ofrep';
const DECISIONS = 'libs/flag-serving/src/decisions';
const HANDLER = `${FOLDER}/ofrep-handler.ts`;
const HANDLER_SPEC = `${FOLDER}/ofrep-handler.spec.ts`;

/** Decisions that are those of somebody else, of another time, or free. */
export const OFREP_MUTANTS: Mutant[] = [
  {
    name: '304 for the decisions of another context',
    edits: [edit(`${DECISIONS}/bulk-tag.ts`, "'sha256', body,", "'sha256', String(body.length * 0),")],
    suite: `${DECISIONS}/bulk-tag.spec.ts`,
    killer: 'is another one for another',
  },
  {
    name: 'the first answer of a flag for every context',
    edits: [edit(`${DECISIONS}/decidable-flag-set.ts`, 'known.why === why && known.variant === variant', 'known.json')],
    suite: `${DECISIONS}/decidable-flag-set.spec.ts`,
    killer: 'keep the order of the flags, and the answers of one context out of those of another',
  },
  {
    name: 'flags that depend on the context, decided once for everybody',
    edits: [edit(`${DECISIONS}/decidable-flag-set.ts`, 'this.isRead = true', 'this.isRead = false')],
    suite: `${DECISIONS}/decidable-flag-set.spec.ts`,
    killer: 'keep the order of the flags, and the answers of one context out of those of another',
  },
  {
    name: 'look-ups that are shared by callers who came too late',
    edits: [edit(`${DECISIONS}/shared-access.ts`, 'if (open?.join())', 'if (open)')],
    suite: `${DECISIONS}/shared-access.spec.ts`,
    killer: 'share none that can no longer be joined',
  },
  {
    name: 'null in the place of the default of a caller',
    edits: [
      edit(`${DECISIONS}/decidable-flag-set.ts`, '{ key, value, reason,', '{ key, value: value ?? null, reason,'),
    ],
    suite: `${DECISIONS}/decidable-flag-set.spec.ts`,
    killer: ': the same alone and among all',
  },
  {
    name: 'decisions older than the event that asked for them',
    edits: [edit(HANDLER, 'ageSeconds !== undefined && isOlder', 'ageSeconds === -1 && isOlder')],
    suite: HANDLER_SPEC,
    killer: 'is none when an event named a later position',
  },
  {
    name: 'decisions for a key that was revoked while a body was sent',
    edits: [
      edit(
        `${DECISIONS}/decision-intake.ts`,
        'performance.now() >= holdsUntil',
        'performance.now() >= holdsUntil * 1e6',
      ),
    ],
    suite: HANDLER_SPEC,
    killer: 'S22 is looked up again after a body that came slowly',
  },
  {
    name: 'the first of several keys counts',
    edits: [edit(HANDLER, 'others.length > 0 ? undefined : key', 'key')],
    suite: HANDLER_SPEC,
    killer: 'by two keys: refused without a look at either',
  },
  {
    name: 'decisions of large flag sets for nothing',
    edits: [
      edit(`${DECISIONS}/decisions.ts`, 'if (!rendered.isLarge && work', 'if (rendered.set.body.length > 0 || work'),
    ],
    suite: HANDLER_SPEC,
    killer: 'S64 is read and decided in the turns of its tenant, and paid for',
  },
  {
    name: 'an event token opens every environment of its key',
    edits: [edit(`${FOLDER}/event-tokens.ts`, '.update(environmentId)', '.update(environmentId.slice(36))')],
    suite: `${FOLDER}/event-tokens.spec.ts`,
    killer: ': refused',
  },
  {
    name: 'decisions with client keys without a limit',
    edits: [
      edit(
        'libs/flag-serving/src/authenticate/decision-limit.ts',
        "keyKind === 'sdk' || points === 0",
        "keyKind === 'sdk' || points >= 0",
      ),
    ],
    suite: 'libs/flag-serving/src/authenticate/decision-limit.spec.ts',
    killer: 'S67 are limited by address',
  },
  {
    name: 'flags of a bulk answer that count for nothing',
    edits: [edit(`${DECISIONS}/decisions.ts`, 'Math.max(decidable.size, work', 'Math.min(0, work')],
    suite: HANDLER_SPEC,
    killer: 'S67 counts with each request, and in bulk with its flags',
  },
  {
    name: 'decisions of flag sets that are not large for nothing',
    edits: [
      edit(`${DECISIONS}/decisions.ts`, '!rendered.isLarge && work <= WORK_AT_ONCE', '!rendered.isLarge && work >= 0'),
    ],
    suite: HANDLER_SPEC,
    killer: 'S64 with more work is read and decided in the short turns of its tenant',
  },
  {
    name: 'a subject that is hashed for each flag, for nothing',
    edits: [edit(`${DECISIONS}/decision-work.ts`, 'bytes : SLOW * bytes', 'bytes : 0')],
    suite: `${DECISIONS}/decidable-flag-set.spec.ts`,
    killer: 'S64 is that of the subject for each flag with a percentage',
  },
  {
    name: 'decisions that hold the event loop until they are done',
    edits: [edit(`${DECISIONS}/slices.ts`, 'const SLICE_MILLISECONDS = 2;', 'const SLICE_MILLISECONDS = 2_000;')],
    suite: `${DECISIONS}/slices.spec.ts`,
    killer: 'S64 leaves the event loop to others after each two milliseconds',
  },
  {
    name: 'decisions of one account all of the time',
    edits: [
      edit(
        'apps/sdk-gateway/src/tenants/project-queue.ts',
        '{ perSecond: 250, burst: 500 }',
        '{ perSecond: 1e9, burst: 1e9 }',
      ),
    ],
    suite: 'apps/sdk-gateway/src/tenants/decision-turns.spec.ts',
    killer: 'S64 of an account that has had its part of the time wait',
  },
  {
    name: 'values in attributes without a limit',
    edits: [edit(`${DECISIONS}/has-more-values.ts`, 'if (depth > 1) inner++', 'if (depth > 1) inner += 0')],
    suite: `${DECISIONS}/read-context.spec.ts`,
    killer: ': refused',
  },
  {
    name: 'values that are counted when they have been parsed',
    edits: [edit(`${DECISIONS}/read-context.ts`, 'hasMoreValues(body,', 'parse(body) && hasMoreValues(body,')],
    suite: `${DECISIONS}/read-context.spec.ts`,
    killer: 'S64 more values than may be are refused before any is parsed',
  },
  {
    name: 'bodies that are parsed for nothing',
    edits: [
      edit(`${DECISIONS}/decisions.ts`, 'body.length <= BODY_BYTES_AT_ONCE', 'body.length * 0 <= BODY_BYTES_AT_ONCE'),
    ],
    suite: HANDLER_SPEC,
    killer: 'S64 has a long body read in a short turn, which is paid for',
  },
  {
    name: 'bodies with client keys that count as nothing',
    edits: [edit(`${DECISIONS}/decisions.ts`, 'request, body.length)', 'request, body.length * 0)')],
    suite: HANDLER_SPEC,
    killer: 'S67 counts the bytes of its body before that is parsed',
  },
  {
    name: 'client keys from a network with any number of addresses',
    edits: [edit('libs/flag-serving/src/authenticate/decision-limit.ts', 'const NETWORKS = 3', 'const NETWORKS = 1')],
    suite: 'libs/flag-serving/src/authenticate/decision-limit.spec.ts',
    killer: 'S67 are limited by network too',
  },
  {
    name: 'flags that are loaded for streams which tell none',
    edits: [edit('libs/flag-serving/src/stream/open-stream.ts', '&& !format.needsFlags &&', '&& format.needsFlags &&')],
    suite: 'apps/sdk-gateway/src/tenants/past-turns.spec.ts',
    killer: 'S59 from what is no position have no flags loaded where none are told',
  },
  {
    name: 'decisions under one of the names of a service alone',
    edits: [edit('apps/api-gateway/src/hosts/check-host.ts', '|ofrep\\/', '')],
    suite: 'apps/api-gateway/src/hosts/check-host.spec.ts',
    killer: 'is any for',
  },
  {
    name: 'event streams of client keys that end as if these were rotated',
    edits: [edit('apps/sdk-gateway/src/postgres/differences.ts', 'sdk_read.key_v1', 'sdk_read.sdk_key_v1')],
    suite: 'apps/sdk-gateway/src/postgres/read-views.int.spec.ts',
    killer: 'keys of both kinds open an environment',
  },
  {
    name: 'event tokens of client keys that open nothing',
    edits: [
      edit(
        'apps/flags-admin/src/persistence/17-access-of-environments.migration.ts',
        "${keysOf('sdk')} union all ${keysOf('client')}",
        "${keysOf('sdk')}",
      ),
    ],
    suite: 'apps/sdk-gateway/src/postgres/read-views.int.spec.ts',
    killer: 'keys of both kinds open an environment',
  },
];
