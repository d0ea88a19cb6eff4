import type { CurrentUserView, OpenInvitationView } from '@burgee/contracts/http';
import type { QueryClient } from '@tanstack/react-query';
import { type ApiError, asApiError } from '../../api/api-error.js';
import { acceptInvitation, lookUpInvitation } from '../../api/held-invitation.js';
import { projectsQuery } from '../../api/projects.js';
import { meQuery } from '../../api/session.js';
import { joinedBy, noteJoined } from '../../session/joined-projects.js';
import {
  forgetInvitation,
  keepInvitation,
  keptInvitation,
  type KeptInvitation,
} from '../../session/kept-invitation.js';
import { type JoinedProject, joinedProject } from './joined-project.js';

type LoadedInvitation =
  | { state: 'none' }
  | { state: 'refused'; error: ApiError }
  | { state: 'member'; project: JoinedProject }
  | { state: 'joined'; projectId: string; to: KeptInvitation['to'] }
  | { state: 'open'; token: string; invitation: OpenInvitationView; me: CurrentUserView | undefined };

/** The signed-in user; undefined without a session. */
async function whoIsHere(queries: QueryClient): Promise<CurrentUserView | undefined> {
  try {
    return await queries.fetchQuery(meQuery);
  } catch (error) {
    if (asApiError(error).signedOut) return undefined;
    throw error;
  }
}

/** @throws ApiError */
async function load(queries: QueryClient, { token, isJoining, to }: KeptInvitation): Promise<LoadedInvitation> {
  const me = await whoIsHere(queries);
  if (!me || !isJoining) return { state: 'open', token, invitation: await lookUpInvitation(token), me };
  // Once: after a refusal, the user decides again.
  keepInvitation({ token, isJoining: false });
  const { project_id: projectId } = await acceptInvitation(token);
  forgetInvitation();
  noteJoined(token, projectId);
  await queries.invalidateQueries({ queryKey: projectsQuery.queryKey, exact: true });
  return { state: 'joined', projectId, to };
}

/** What a refusal shows: to a member of the project, the way there. */
export async function loadRefusal(
  queries: QueryClient,
  { token, to }: Pick<KeptInvitation, 'token' | 'to'>,
  error: ApiError,
): Promise<LoadedInvitation> {
  const refused = { state: 'refused', error } as const;
  try {
    if (!(await whoIsHere(queries))) return refused;
    const isOpen = error.code === 'duplicate';
    const invitedTo = isOpen ? (to?.project_name ?? (await lookUpInvitation(token)).project_name) : undefined;
    const projects = await queries.fetchQuery(projectsQuery);
    const project = joinedProject(error, { projects, joined: joinedBy(token), invitedTo });
    return project ? { state: 'member', project } : refused;
  } catch {
    // The refusal is what counts.
    return refused;
  }
}

/** What to show for this tab's invitation. Accepts it if the user chose to join before signing in. */
export async function loadInvitation(queries: QueryClient): Promise<LoadedInvitation> {
  const kept = keptInvitation();
  if (!kept) return { state: 'none' };
  try {
    return await load(queries, kept);
  } catch (error) {
    return loadRefusal(queries, kept, asApiError(error));
  }
}
