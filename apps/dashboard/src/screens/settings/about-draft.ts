import type { ProjectView, UpdateProjectRequest } from '@burgee/contracts';

/** A project's name and description, as they are typed. */
export interface AboutDraft {
  name: string;
  description: string;
}

export const aboutOf = ({ name, description }: Pick<ProjectView, 'name' | 'description'>): AboutDraft => ({
  name,
  description: description ?? '',
});

/** What the form shows when the project is `now` what was `before`: that, except for what was typed and is not saved. */
export function follow(typed: AboutDraft, before: AboutDraft, now: AboutDraft): AboutDraft {
  const one = (field: keyof AboutDraft) =>
    [before[field], now[field]].includes(typed[field].trim()) ? now[field] : typed[field];
  return { name: one('name'), description: one('description') };
}

/** What was touched: somebody else may have changed the rest meanwhile. */
export const toRequest = (typed: AboutDraft, before: AboutDraft): UpdateProjectRequest => ({
  ...(typed.name !== before.name && { name: typed.name.trim() }),
  ...(typed.description !== before.description && { description: typed.description.trim() || null }),
});
