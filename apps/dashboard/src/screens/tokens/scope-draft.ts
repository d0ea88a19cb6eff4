import type { TokenLimitsView } from '@burgee/contracts/http';
import type { TokenScope, Verb } from '@burgee/contracts/wire';
import { type LimitsDraft, limitsFaults, limitsOf } from './limits-draft.js';
import { texts } from './texts.js';

/** What the forms of tokens and of trusts have in common. */
export interface ScopeDraft {
  name: string;
  verbs: Verb[];
  environments: string[];
  limits: LimitsDraft;
}

const VERBS = ['read', 'switch', 'edit', 'manage', 'administer'] as const satisfies readonly Verb[];

/** The verbs that a token may get: only those of administrators open Administration. */
export const verbsFor = (mayAdminister: boolean): readonly Verb[] =>
  VERBS.filter((verb) => mayAdminister || verb !== 'administer');

/** Whether it changes values. Only that has environments and limits: the other verbs concern whole projects. */
export const changesValues = ({ verbs }: Pick<ScopeDraft, 'verbs'>): boolean =>
  (verbs.includes('switch') || verbs.includes('edit')) && !verbs.includes('manage') && !verbs.includes('administer');

/** The project whose environments can be chosen: the only one. @param projects null: all */
export const projectToNarrow = (draft: Pick<ScopeDraft, 'verbs'>, projects: readonly string[] | null) =>
  changesValues(draft) && projects?.length === 1 ? projects[0] : undefined;

/** The scope of what is typed so far. @param projects null: all */
export function draftScope(draft: ScopeDraft, projects: readonly string[] | null) {
  const isNarrow = draft.environments.length > 0 && projectToNarrow(draft, projects) !== undefined;
  return {
    verbs: VERBS.filter((verb) => draft.verbs.includes(verb)),
    projects,
    environments: isNarrow ? draft.environments : null,
    limits: changesValues(draft) ? limitsOf(draft.limits, draft.verbs) : null,
  } satisfies TokenScope & { limits: TokenLimitsView | null };
}

/** The fields of a request that both have. */
export function scopeRequest(draft: ScopeDraft, projects: readonly string[] | null) {
  const { verbs, environments, limits } = draftScope(draft, projects);
  return { name: draft.name.trim(), verbs, ...(environments && { environments }), ...(limits && { limits }) };
}

/** What is wrong, by the path of the field. */
export type Faults = Record<string, string | undefined>;

export const scopeFaults = (draft: ScopeDraft): Faults => ({
  ...(draft.name.trim() === '' && { name: texts.nameMissing }),
  ...(draft.verbs.length === 0 && { verbs: texts.chooseOne }),
  ...(changesValues(draft) && limitsFaults(draft.limits)),
});
