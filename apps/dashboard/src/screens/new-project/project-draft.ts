import type { CreateProjectRequest, EnvironmentColor } from '@burgee/contracts/http';
import { texts } from './texts.js';

export interface EnvironmentDraft {
  /** Identifies it while it is edited. */
  id: number;
  name: string;
  protected: boolean;
  color: EnvironmentColor;
}

export interface ProjectDraft {
  name: string;
  description: string;
  environments: EnvironmentDraft[];
}

export const MOST_ENVIRONMENTS = 20;

/** The default environments; Production is protected. */
export const FIRST_ENVIRONMENTS: EnvironmentDraft[] = [
  { id: 1, name: texts.first[0], protected: false, color: 'green' },
  { id: 2, name: texts.first[1], protected: true, color: 'red' },
];

/** In the order in which new environments get them; red is for protected ones. */
const NEXT_COLORS: readonly EnvironmentColor[] = [
  'green',
  'blue',
  'orange',
  'violet',
  'cyan',
  'pink',
  'yellow',
  'teal',
];

/** One more environment, in a color that the project does not use yet. */
export function blankAfter(drafts: readonly EnvironmentDraft[]): EnvironmentDraft {
  const color = NEXT_COLORS.find((one) => drafts.every((draft) => draft.color !== one)) ?? 'gray';
  return { id: Math.max(0, ...drafts.map(({ id }) => id)) + 1, name: '', protected: false, color };
}

/** Errors of a draft, by the path of their field. */
export function nameFaults(draft: ProjectDraft): Record<string, string> {
  const faults: Record<string, string> = {};
  if (draft.name.trim() === '') faults.name = texts.nameMissing;
  const names = draft.environments.map(({ name }) => name.trim().toLowerCase());
  for (const [index, name] of names.entries()) {
    if (name === '') faults[`environments.${index}.name`] = texts.environmentMissing;
    else if (names.indexOf(name) < index) faults[`environments.${index}.name`] = texts.environmentTaken;
  }
  return faults;
}

export function toRequest({ name, description, environments }: ProjectDraft): CreateProjectRequest {
  return {
    name: name.trim(),
    ...(description.trim() !== '' && { description: description.trim() }),
    environments: environments.map(({ name, protected: guarded, color }) => ({
      color,
      name: name.trim(),
      protected: guarded,
    })),
  };
}
