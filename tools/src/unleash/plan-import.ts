import type { ExistingFlag } from '../burgee-project.js';
import { type PlannedFlag, type PlannedValue, planFlag } from './plan-flag.js';
import type { UnleashFeature } from './unleash-document.js';

/** What happens to a feature: `same` means that the flag is so already. */
export type Step =
  | { kind: 'create' | 'same'; flag: PlannedFlag }
  | { kind: 'change'; flag: PlannedFlag; id: string }
  | { kind: 'not taken'; key: string; reasons: string[] };

const VALUES = [
  'is_enabled',
  'rollout_percentage',
  'targeting_attribute',
  'targeting_value',
  'targeting_return_value',
] as const satisfies (keyof PlannedValue)[];

function stepOf(feature: UnleashFeature, existing: ExistingFlag | undefined): Step {
  const plan = planFlag(feature);
  if ('reasons' in plan) return { kind: 'not taken', ...plan };
  const { key, flag } = plan;
  if (!existing) return { kind: 'create', flag };
  if (existing.isArchived) return { kind: 'not taken', key, reasons: ['a flag of this key is archived here'] };
  if (existing.type !== flag.type)
    return {
      kind: 'not taken',
      key,
      reasons: [`a flag of this key is a ${existing.type} here, and would be a ${flag.type}`],
    };
  const isSame = VALUES.every((name) => existing.value?.[name] === flag.value[name]);
  return isSame ? { kind: 'same', flag } : { kind: 'change', flag, id: existing.id };
}

/** What an import does, feature by feature, in the order of their names. Pure. */
export const planImport = (features: readonly UnleashFeature[], existing: ReadonlyMap<string, ExistingFlag>): Step[] =>
  features.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map((feature) => stepOf(feature, existing.get(feature.name)));

const SIGNS: Record<Step['kind'], string> = { create: '+', change: '~', same: '=', 'not taken': '✗' };

/** A line for each feature, what is different below it, and the sums. */
export function describeImport(steps: readonly Step[]): string {
  const lines = steps.flatMap((step) => {
    const [key, notes] = step.kind === 'not taken' ? [step.key, step.reasons] : [step.flag.key, step.flag.differences];
    return [`${SIGNS[step.kind]} ${key}`, ...notes.map((note) => `    ${note}`)];
  });
  const count = (kind: Step['kind']) => steps.filter((step) => step.kind === kind).length;
  const differing = steps.filter((step) => step.kind !== 'not taken' && step.flag.differences.length > 0).length;
  return [
    ...lines,
    '',
    `${count('create')} new (+), ${count('change')} to change (~), ${count('same')} the same (=), ${count('not taken')} not taken (✗).`,
    ...(differing > 0 ? [`Taken, but decided otherwise in what their lines say: ${differing}.`] : []),
  ].join('\n');
}
