import type { ProjectView } from '@burgee/contracts/http';
import type { ApiError } from '../../api/api-error.js';

/** A project that the user has joined already. A refusal names no project, so its id may be unknown. */
export interface JoinedProject {
  name: string;
  id: string | undefined;
  /** Whether another user can still join by the link. */
  isOpen: boolean;
}

interface KnownProject {
  /** The projects of the user who opened the link. */
  projects: readonly Pick<ProjectView, 'id' | 'name'>[];
  /** The project that a user of this browser joined by the link. */
  joined: string | undefined;
  /** The project of an invitation that is still open. */
  invitedTo: string | undefined;
}

/** The project that the user has joined already, if that is why the service refuses the link. */
export function joinedProject(
  { code }: Pick<ApiError, 'code'>,
  { projects, joined, invitedTo }: KnownProject,
): JoinedProject | undefined {
  if (code === 'invitation_invalid') {
    const project = projects.find(({ id }) => id === joined);
    return project && { name: project.name, id: project.id, isOpen: false };
  }
  if (code !== 'duplicate' || invitedTo === undefined) return undefined;
  const [project, ...others] = projects.filter(({ name }) => name === invitedTo);
  return { name: invitedTo, id: others.length === 0 ? project?.id : undefined, isOpen: true };
}
