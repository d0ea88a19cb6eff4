import type { CreateTokenRequest, TokenView } from '@burgee/contracts/http';
import { NO_LIMITS, wholeNumber } from './limits-draft.js';
import { type Faults, type ScopeDraft, scopeFaults, scopeRequest } from './scope-draft.js';
import { texts } from './texts.js';

export interface TokenDraft extends ScopeDraft {
  /** Empty: all. */
  projects: string[];
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
  limits: NO_LIMITS,
  ends: '90',
  days: '',
};

/** Null: all. @param projectId of a token that belongs to a project */
export function projectsOf({ projects }: Pick<TokenDraft, 'projects'>, projectId?: string): readonly string[] | null {
  if (projectId !== undefined) return [projectId];
  return projects.length > 0 ? projects : null;
}

/** The number of days until it ends; undefined where that is not a number that it can have. */
export const draftDays = ({ ends, days }: TokenDraft): number | undefined =>
  wholeNumber(ends === OTHER_DAYS ? days : ends, 1, DAYS_AT_MOST);

export const draftFaults = (draft: TokenDraft): Faults => ({
  ...scopeFaults(draft),
  ...(draftDays(draft) === undefined && { days: texts.wholeNumber(1, DAYS_AT_MOST) }),
});

/** A project's own token has no list of projects. */
export function toTokenRequest(draft: TokenDraft, projectId?: string): CreateTokenRequest {
  const projects = projectsOf(draft, projectId);
  const days = draftDays(draft);
  return {
    ...scopeRequest(draft, projects),
    ...(projectId === undefined && projects && { projects: [...projects] }),
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
