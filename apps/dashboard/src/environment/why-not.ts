import type { EnvironmentView, ProjectView } from '@burgee/contracts/http';
import { editsSome, may } from '../api/projects.js';
import { firstUnprotected } from './first-unprotected.js';
import { texts } from './texts.js';

/** Why the user may not change an environment, for users who edit others. Undefined when they may, or edit none. */
export const whyNotIn = (project: ProjectView, environment: EnvironmentView | undefined): string | undefined =>
  environment && !may(environment.role, 'editor') && editsSome(project) ? texts.viewerIn(environment.name) : undefined;

/** Why the user may not change a flag in all environments at once, as archiving does. Undefined when they may. */
export function whyNotEverywhere({ role, environments }: ProjectView): string | undefined {
  if (!may(role, 'editor')) return texts.viewerOfProject;
  const place = environments.find((environment) => !may(environment.role, 'editor'));
  return place && texts.viewerIn(place.name);
}

/** The environment that a dialog of changes begins with. */
export const firstToChange = (environments: readonly EnvironmentView[]): EnvironmentView | undefined =>
  firstUnprotected(environments.filter(({ role }) => may(role, 'editor')));

/** An environment in a select of changes: those that the user may not change are disabled and say why. */
export function choiceOf({ id, name, protected: guarded, role }: EnvironmentView) {
  const disabled = !may(role, 'editor');
  return { value: id, label: disabled ? texts.viewerName(name) : guarded ? texts.protectedName(name) : name, disabled };
}
