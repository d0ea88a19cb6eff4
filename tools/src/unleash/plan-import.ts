import type { ExistingFlag } from '../burgee-project.js';
import { type PlannedFlag, type PlannedValue, planFlag } from './plan-flag.js';
import type { UnleashFeature } from './unleash-document.js';

/** The action for a feature: `same` means that the flag already matches. */
export type Step =
  | { kind: 'create' | 'same'; flag: PlannedFlag }
  | { kind: 'change'; flag: PlannedFlag; id: string; changes: string[] }
  | { kind: 'not taken'; key: string; reasons: string[]; isHere: boolean };

export interface ImportPlan {
  steps: Step[];
  /** Keys of flags that the document does not have: archived in Unleash since, or never there. */
  onlyHere: string[];
}

const VALUES = [
  'is_enabled',
  'rollout_percentage',
  'targeting_attribute',
  'targeting_value',
  'targeting_return_value',
] as const satisfies (keyof PlannedValue)[];

const describeRule = ({ targeting_attribute, targeting_value, targeting_return_value }: PlannedValue) =>
  targeting_attribute === null
    ? `no rule, ${targeting_return_value ?? 'no value'}`
    : `${targeting_attribute} is ${targeting_value}: ${targeting_return_value ?? 'no value'}`;

const DESCRIBED: ((value: PlannedValue) => string)[] = [
  ({ is_enabled }) => (is_enabled ? 'on' : 'off'),
  ({ rollout_percentage }) => `${rollout_percentage} %`,
  describeRule,
];

/** What is different, in words: `25 % → 50 %`. Different texts may read alike in them, so they decide nothing. */
const changesOf = (before: PlannedValue, after: PlannedValue): string[] =>
  DESCRIBED.map((describe) => [describe(before), describe(after)] as const).flatMap(([from, to]) =>
    from === to ? [] : [`${from} → ${to}`],
  );

function stepOf(feature: UnleashFeature, existing: ExistingFlag | undefined): Step {
  const plan = planFlag(feature);
  const isHere = existing !== undefined && !existing.isArchived;
  if ('reasons' in plan) return { kind: 'not taken', ...plan, isHere };
  const { key, flag } = plan;
  if (!existing) return { kind: 'create', flag };
  if (existing.isArchived) return { kind: 'not taken', key, reasons: ['a flag of this key is archived here'], isHere };
  if (existing.type !== flag.type)
    return {
      kind: 'not taken',
      key,
      reasons: [`a flag of this key is a ${existing.type} here, and would be a ${flag.type}`],
      isHere,
    };
  const { id, value } = existing;
  if (VALUES.every((name) => value?.[name] === flag.value[name])) return { kind: 'same', flag };
  return { kind: 'change', flag, id, changes: value ? changesOf(value, flag.value) : [] };
}

/** What an import does, feature by feature, in the order of their names. Pure. */
export function planImport(
  features: readonly UnleashFeature[],
  existing: ReadonlyMap<string, ExistingFlag>,
): ImportPlan {
  const names = new Set(features.map(({ name }) => name));
  return {
    steps: features
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map((feature) => stepOf(feature, existing.get(feature.name))),
    onlyHere: [...existing].flatMap(([key, { isArchived }]) => (isArchived || names.has(key) ? [] : [key])).toSorted(),
  };
}

const SIGNS: Record<Step['kind'], string> = { create: '+', change: '~', same: '=', 'not taken': '✗' };

function notesOf(step: Step): string[] {
  if (step.kind === 'not taken')
    return [...step.reasons, ...(step.isHere ? ['it is here already, and keeps its former value'] : [])];
  return [...(step.kind === 'change' ? step.changes : []), ...step.flag.differences];
}

/** A line for each feature, what is to be known of it below it, and the sums. */
export function describeImport({ steps, onlyHere }: ImportPlan): string {
  const lines = steps.flatMap((step) => [
    `${SIGNS[step.kind]} ${step.kind === 'not taken' ? step.key : step.flag.key}`,
    ...notesOf(step).map((note) => `    ${note}`),
  ]);
  const count = (kind: Step['kind']) => steps.filter((step) => step.kind === kind).length;
  const differing = steps.filter((step) => step.kind !== 'not taken' && step.flag.differences.length > 0).length;
  const kept = steps.filter((step) => step.kind === 'not taken' && step.isHere).length;
  return [
    ...lines,
    '',
    `${count('create')} new (+), ${count('change')} to change (~), ${count('same')} the same (=), ${count('not taken')} not taken (✗).`,
    ...(differing > 0 ? [`Taken, but decided otherwise in what their lines say: ${differing}.`] : []),
    ...(kept > 0 ? [`Not taken, but here with their former values: ${kept}.`] : []),
    ...(onlyHere.length > 0 ? [`In Burgee alone, and left as they are: ${onlyHere.join(', ')}.`] : []),
  ].join('\n');
}
