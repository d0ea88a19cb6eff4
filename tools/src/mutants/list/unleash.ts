import { edit, type Mutant } from '../mutant.js';

const TO_USAGE = 'libs/flag-serving/src/unleash/to-usage.ts';
const TO_USAGE_SPEC = 'libs/flag-serving/src/unleash/to-usage.spec.ts';
const SPEC = 'libs/flag-serving/src/unleash/made-in-turns.spec.ts';
const TO_FEATURE = 'libs/unleash-api/src/to-feature.ts';
const TO_FEATURE_SPEC = 'libs/unleash-api/src/to-feature.spec.ts';
const UNLEASH_EVENTS = 'libs/flag-serving/src/unleash/unleash-events.ts';
const FAULTS_SPEC = 'e2e/unleash/slow/unleash.fault-spec.ts';
const NODE_SDK_SPEC = 'libs/unleash-api/src/node-sdk.spec.ts';

/** Unleash's SDKs decide otherwise than Burgee, or whoever asks for what is made of a flag set holds up everybody else. */
export const UNLEASH_MUTANTS: Mutant[] = [
  {
    name: 'streams of Unleash that begin at once',
    here: 'the first event is made of the whole flag set ahead of all turns, and nobody pays for it',
    edits: [
      edit(
        'libs/flag-serving/src/decisions/work-turns.ts',
        'if (sets.workOf(rendered) <= WORK_AT_ONCE)',
        'if (!request || sets.workOf(rendered) <= 1e3 * WORK_AT_ONCE)',
      ),
    ],
    suite: SPEC,
    killer: 'S75 the first event of a stream of Unleash is made so too',
  },
  {
    name: 'features that count as little as decisions',
    edits: [
      edit(
        'libs/flag-serving/src/flag-set/derived-flag-sets.ts',
        'this.workOfByte * set.body',
        'Math.min(1, this.workOfByte) * set.body',
      ),
    ],
    suite: SPEC,
    killer: 'S75 features of 50 flags wait for a turn, those of 10 for none',
  },
  {
    name: 'large sets that are made in one go',
    edits: [
      edit('libs/flag-serving/src/decisions/work-turns.ts', 'this.slices.take(parts,', 'this.slices.take([...parts],'),
    ],
    suite: SPEC,
    killer: 'a large one in slices, in the turns of its tenant, which pays for the time',
  },
  {
    name: 'all applications of a report that lists too many',
    edits: [
      edit(TO_USAGE, 'listOf(applications, USAGE_LIMITS.reports)', 'listOf(applications, 1e3 * USAGE_LIMITS.reports)'),
    ],
    suite: TO_USAGE_SPEC,
    killer: 'S78 is looked at no further than it may be long, however much it lists',
  },
  {
    name: 'the name of an SDK as long as a header may be',
    edits: [edit(TO_USAGE, 'SDK_CHARACTERS_AT_MOST = 200', 'SDK_CHARACTERS_AT_MOST = 20_000')],
    suite: TO_USAGE_SPEC,
    killer: 'S78 is from the SDK that the beginning of a header names',
  },
  {
    name: 'reports of Unleash of any number of values',
    edits: [edit('libs/flag-serving/src/unleash/read-report.ts', 'VALUES_AT_MOST = 10_000', 'VALUES_AT_MOST = 1e9')],
    suite: 'libs/flag-serving/src/unleash/read-report.spec.ts',
    killer: 'S78 has no more values than SDKs send',
  },
  {
    name: 'one account that fills the room for usage',
    edits: [edit('apps/sdk-gateway/src/tenants/account-budgets.ts', 'if (left <= 0)', 'if (left <= -1e9)')],
    suite: 'apps/sdk-gateway/src/tenants/usage-budgets.spec.ts',
    killer:
      'S79 of an account that reports more than its share are dropped, of all its environments; those of others are not',
  },
  {
    name: 'a rule that switches a flag off switches it on for Unleash',
    edits: [edit(TO_FEATURE, "[strategy([where('NOT_IN')], [])]", "[strategy([where('IN')], [])]")],
    suite: TO_FEATURE_SPEC,
    killer: 'a rule that returns false',
  },
  {
    name: 'off for Unleash at 100 %, for whoever has no userId',
    edits: [edit(TO_FEATURE, "stickiness: 'default'", "stickiness: 'userId' as const")],
    suite: TO_FEATURE_SPEC,
    killer: '100 %',
  },
  {
    name: 'a percentage of others than those of Burgee',
    here: 'by the group of all flags together',
    edits: [
      edit(TO_FEATURE, "stickiness: 'userId',\n  groupId,", "stickiness: 'userId',\n  groupId: groupId.slice(0, 0),"),
    ],
    suite: NODE_SDK_SPEC,
    killer: 'decides every flag for every context as Burgee does, but for what is listed',
  },
  {
    name: 'a percentage of 0 without a strategy, which is on for all in Unleash',
    edits: [
      edit(
        TO_FEATURE,
        'if (!hasRule) return [strategy([], unconditional)];',
        'if (!hasRule) return flag.rollout_percentage > 0 ? [strategy([], unconditional)] : [];',
      ),
    ],
    suite: TO_FEATURE_SPEC,
    killer: '0 %, which is a strategy, since none would be on',
  },
  {
    name: 'the value of half a rule for everybody in Unleash',
    edits: [edit(TO_FEATURE, 'isText(attribute) || isText(wanted) ? []', 'isText(wanted) ? []')],
    suite: TO_FEATURE_SPEC,
    killer: 'a value beside half a rule, which means nothing',
  },
  {
    name: '304 for flags that are said to Unleash in another way now',
    edits: [edit('libs/flag-serving/src/unleash/feature-set.ts', "const MAPPING = '-u1'", "const MAPPING = ''")],
    suite: 'libs/flag-serving/src/unleash/feature-set.spec.ts',
    killer: 'are a document with the position and the version of the mapping as its tag',
  },
  {
    name: "an event dropped from Unleash's stream",
    edits: [
      edit(
        UNLEASH_EVENTS,
        'frame: updated(event) })',
        "frame: event.revision % 3 === 0 ? new Frame(':\\n\\n') : updated(event) })",
      ),
    ],
    suite: `${FAULTS_SPEC} ~nats`,
    killer: 'answers are fresh, none is an old 304, and streams miss nothing',
  },
  {
    name: "an event of another environment in Unleash's stream",
    here: 'frames are kept by the revision alone, which two environments may both have',
    edits: [
      edit(UNLEASH_EVENTS, 'new WeakMap<object, Frame>()', 'new Map<number, Frame>()'),
      edit(UNLEASH_EVENTS, 'frames.get(change)', 'frames.get(change.revision)'),
      edit(UNLEASH_EVENTS, 'frames.set(change, frame)', 'frames.set(change.revision, frame)'),
    ],
    suite: 'e2e/faults/history.fault-spec.ts',
    killer: 'every promise holds',
  },
  {
    name: 'an old 304 for features',
    here: 'the tag does not say of which revision they are',
    edits: [edit('libs/flag-serving/src/unleash/feature-set.ts', '{ ...set, body }', '{ ...set, revision: 0, body }')],
    suite: `${FAULTS_SPEC} ~redis`,
    killer: 'answers are fresh, none is an old 304, and streams miss nothing',
  },
  {
    name: 'an old 304 for toggles',
    edits: [
      edit(
        'libs/flag-serving/src/unleash/toggles-handler.ts',
        'etag: bulkTag(rendered.set, body)',
        'etag: bulkTag({ ...rendered.set, revision: 0 }, body)',
      ),
    ],
    suite: `${FAULTS_SPEC} ~redis`,
    killer: 'answers are fresh, none is an old 304, and streams miss nothing',
  },
];
