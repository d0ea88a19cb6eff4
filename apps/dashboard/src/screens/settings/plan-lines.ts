import type { Imported } from '@burgee/contracts/http';
import { asApiError } from '../../api/api-error.js';
import { texts } from './texts.js';

export interface PlanLine {
  name: string;
  says: string;
}

/** The changes of an import, a line for each created or changed environment and flag. */
export function planLines({ environments, flags }: Pick<Imported, 'environments' | 'flags'>): PlanLine[] {
  const says = (action: 'create' | 'change', parts: readonly string[]) =>
    action === 'create' ? texts.created : parts.join(', ');
  return [
    ...environments.map(({ slug, action, fields, loosens = [] }) => ({
      name: texts.environment(slug),
      says: [says(action, fields), ...(loosens.length > 0 ? [texts.loosens(loosens)] : [])].join('; '),
    })),
    ...flags.map(({ key, action, fields, environments: values }) => ({
      name: key,
      says: says(action, [...fields, ...(values.length > 0 ? [texts.valuesIn(values)] : [])]),
    })),
  ];
}

/** The plan of an import that was refused because it would loosen rules. */
export function planOfRefusal(error: unknown): Imported | undefined {
  const { code, problem } = asApiError(error);
  return code === 'role_too_low' ? (problem?.current as Imported | undefined) : undefined;
}

/** What stays unchanged. */
export function leftSays({
  left_environments,
  left_flags,
}: Pick<Imported, 'left_environments' | 'left_flags'>): string {
  return texts.left(left_environments.alike + left_environments.not_named, left_flags.alike + left_flags.not_named);
}
