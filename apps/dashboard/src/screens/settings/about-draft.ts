import type { ProjectView, UpdateProjectRequest } from '@burgee/contracts/http';

/** A project's name and description in the form. */
export interface AboutDraft {
  name: string;
  description: string;
}

export const aboutOf = ({ name, description }: Pick<ProjectView, 'name' | 'description'>): AboutDraft => ({
  name,
  description: description ?? '',
});

/** The form after the project changed from `before` to `now`: the new values, except for unsaved input. */
export function follow(typed: AboutDraft, before: AboutDraft, now: AboutDraft): AboutDraft {
  const one = (field: keyof AboutDraft) =>
    [before[field], now[field]].includes(typed[field].trim()) ? now[field] : typed[field];
  return { name: one('name'), description: one('description') };
}

/** Only the changed fields, because another user may have changed the others. */
export const toRequest = (typed: AboutDraft, before: AboutDraft): UpdateProjectRequest => ({
  ...(typed.name !== before.name && { name: typed.name.trim() }),
  ...(typed.description !== before.description && { description: typed.description.trim() || null }),
});
