import type { CreateTokenRequest, TokenView } from '@burgee/contracts/http';
import type { TokenScope, Verb } from '@burgee/contracts/wire';
import { texts } from './texts.js';

export interface TokenDraft {
  name: string;
  verbs: Verb[];
  /** Empty: all. */
  projects: string[];
  environments: string[];
  /** A number of days, or `OTHER_DAYS` for the typed number. */
  ends: string;
  days: string;
}

export const OTHER_DAYS = '';
export const DAYS_AT_MOST = 366;
export const CHOSEN_DAYS = ['30', '90', '365'] as const;

export const NEW_TOKEN: TokenDraft = {
  name: '',
  verbs: ['read'],
  projects: [],
  environments: [],
  ends: '90',
  days: '',
};

const VERBS = ['read', 'switch', 'edit', 'manage', 'administer'] as const satisfies readonly Verb[];

/** The verbs that a token may get: only those of administrators open Administration. */
export const verbsFor = (mayAdminister: boolean): readonly Verb[] =>
  VERBS.filter((verb) => mayAdminister || verb !== 'administer');

/** The project whose environments can be chosen: the only one, unless a verb concerns whole projects. */
export const projectToNarrow = ({ verbs, projects }: TokenDraft, projectId?: string): string | undefined => {
  if (verbs.includes('manage') || verbs.includes('administer')) return undefined;
  return projectId ?? (projects.length === 1 ? projects[0] : undefined);
};

/** The scope of what is typed so far. @param projectId of a token that belongs to a project */
export function draftScope(draft: TokenDraft, projectId?: string): TokenScope {
  const { projects, environments } = draft;
  const isNarrow = environments.length > 0 && projectToNarrow(draft, projectId) !== undefined;
  const chosen = projects.length > 0 ? projects : null;
  return {
    verbs: VERBS.filter((verb) => draft.verbs.includes(verb)),
    projects: projectId === undefined ? chosen : [projectId],
    environments: isNarrow ? environments : null,
  };
}

/** The number of days until it ends; undefined where that is not a number that it can have. */
export function draftDays({ ends, days }: TokenDraft): number | undefined {
  const typed = (ends === OTHER_DAYS ? days : ends).trim();
  const count = /^\d+$/.test(typed) ? Number(typed) : 0;
  return count >= 1 && count <= DAYS_AT_MOST ? count : undefined;
}

type Faults = Partial<Record<'name' | 'verbs' | 'days', string>>;

export function draftFaults(draft: TokenDraft): Faults {
  return {
    ...(draft.name.trim() === '' && { name: texts.nameMissing }),
    ...(draft.verbs.length === 0 && { verbs: texts.verbsMissing }),
    ...(draftDays(draft) === undefined && { days: texts.daysWrong(DAYS_AT_MOST) }),
  };
}

/** A project's own token has no list of projects. */
export function toTokenRequest(draft: TokenDraft, projectId?: string): CreateTokenRequest {
  const { verbs, projects, environments } = draftScope(draft, projectId);
  const days = draftDays(draft);
  return {
    name: draft.name.trim(),
    verbs: [...verbs],
    ...(projectId === undefined && projects && { projects: [...projects] }),
    ...(environments && { environments: [...environments] }),
    ...(days !== undefined && { expires_in_days: days }),
  };
}

const DAY_MILLISECONDS = 86_400_000;
const WARNED_DAYS = 7;

/** Whether a token has ended, or ends within a week. */
export function endOf({ expires_at }: Pick<TokenView, 'expires_at'>, now: number): 'ended' | 'soon' | 'later' {
  const left = Date.parse(expires_at) - now;
  if (left <= 0) return 'ended';
  return left < WARNED_DAYS * DAY_MILLISECONDS ? 'soon' : 'later';
}

/** When a token that is made now ends. */
export const endAfter = (days: number, now: number) => new Date(now + days * DAY_MILLISECONDS).toISOString();
