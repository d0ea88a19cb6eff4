import { edit, type Mutant } from '../mutant.js';

const FOLDER = 'libs/flag-serving/src/ofrep';
const HANDLER = `${FOLDER}/ofrep-handler.ts`;
const HANDLER_SPEC = `${FOLDER}/ofrep-handler.spec.ts`;

/** Decisions that are those of somebody else, of another time, or free. */
export const OFREP_MUTANTS: Mutant[] = [
  {
    name: '304 for the decisions of another context',
    edits: [edit(`${FOLDER}/bulk-tag.ts`, "'sha256', body,", "'sha256', String(body.length * 0),")],
    suite: `${FOLDER}/bulk-tag.spec.ts`,
    killer: 'is another one for another',
  },
  {
    name: 'the first answer of a flag for every context',
    edits: [edit(`${FOLDER}/decidable-flag-set.ts`, 'known.why === why && known.variant === variant', 'known.text')],
    suite: `${FOLDER}/decidable-flag-set.spec.ts`,
    killer: 'keep the order of the flags, and the answers of one context out of those of another',
  },
  {
    name: 'flags that depend on the context, decided once for everybody',
    edits: [edit(`${FOLDER}/decidable-flag-set.ts`, 'this.isRead = true', 'this.isRead = false')],
    suite: `${FOLDER}/decidable-flag-set.spec.ts`,
    killer: 'keep the order of the flags, and the answers of one context out of those of another',
  },
  {
    name: 'look-ups that are shared by callers who came too late',
    edits: [edit(`${FOLDER}/shared-access.ts`, 'if (open?.join())', 'if (open)')],
    suite: `${FOLDER}/shared-access.spec.ts`,
    killer: 'share none that can no longer be joined',
  },
  {
    name: 'null in the place of the default of a caller',
    edits: [edit(`${FOLDER}/decidable-flag-set.ts`, '{ key, value, reason,', '{ key, value: value ?? null, reason,')],
    suite: `${FOLDER}/decidable-flag-set.spec.ts`,
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
    edits: [edit(HANDLER, 'performance.now() >= holdsUntil', 'performance.now() >= holdsUntil * 1e6')],
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
    edits: [edit(`${FOLDER}/decisions.ts`, 'if (!isLarge) return', 'if (set.body.length > 0) return')],
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
    edits: [edit(`${FOLDER}/decisions.ts`, 'request, decidable.size)', 'request, decidable.size * 0)')],
    suite: HANDLER_SPEC,
    killer: 'S67 counts with each request, and in bulk with its flags',
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
