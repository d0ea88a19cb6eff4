import type { ProjectView } from '@burgee/contracts/http';
import type { ApiError } from '../../api/api-error.js';

/** Of what somebody is a member already. The service names no project with a refusal, so it may not be known which it is. */
export interface JoinedProject {
  name: string;
  id: string | undefined;
  /** Whether somebody else can still join by the link. */
  isOpen: boolean;
}

interface KnownProject {
  /** The projects of who has opened the link. */
  projects: readonly Pick<ProjectView, 'id' | 'name'>[];
  /** To which project the link has led somebody in this browser. */
  joined: string | undefined;
  /** The project of an invitation that is still open. */
  invitedTo: string | undefined;
}

/** The project that who opens a link is a member of already, if that is why it is refused. */
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
