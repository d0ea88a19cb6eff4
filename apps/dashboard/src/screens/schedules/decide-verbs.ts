import type { EnvironmentView, ProjectView } from '@burgee/contracts/http';

/** How the form of a schedule can end. */
export interface Verbs {
  /** The main button requests approval: the environment requires it. */
  asks: boolean;
  /** An owner can start the plan without approval, with a reason. */
  canOverride: boolean;
  needsComment: boolean;
}

type Ruled = Pick<EnvironmentView, 'approvals' | 'comment_required'>;

/** @param environment undefined until the user chooses one */
export function decideVerbs(environment: Ruled | undefined, role: ProjectView['role']): Verbs {
  const asks = (environment?.approvals ?? 0) > 0;
  return { asks, canOverride: asks && role === 'owner', needsComment: environment?.comment_required ?? false };
}

export type PlanNote = Readonly<{ comment?: string; bypassReason?: string }>;

/**
 * The note that goes with the plan; undefined while a text is missing. A comment that is required also goes with an
 * override.
 */
export function noteFor({ asks, needsComment }: Verbs, text: string, overrides: boolean): PlanNote | undefined {
  const said = text.trim();
  if (said === '') return needsComment || overrides ? undefined : {};
  if (overrides) return { bypassReason: said, ...(needsComment && { comment: said }) };
  return asks || needsComment ? { comment: said } : {};
}
