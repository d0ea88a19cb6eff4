import type { ProjectEvents } from '@burgee/contracts/http';
import { type QueryClient, queryOptions } from '@tanstack/react-query';

/** The revision of each environment. */
type Revisions = ProjectEvents['ready']['environments'];

/** The service's revisions before the flags of a project were read, so that the flags are not older. */
const readQuery = (projectId: string) => queryOptions<Revisions>({ queryKey: ['read-revisions', projectId] });

export function noteRevisions(
  queries: QueryClient,
  projectId: string,
  environments: { id: string; revision: number }[],
) {
  const revisions = environments.map(({ id, revision }) => ({ environment_id: id, revision }));
  queries.setQueryData(readQuery(projectId).queryKey, revisions);
}

/** Whether the flags of a project were read at these revisions, or later ones. */
export function wereReadAt(queries: QueryClient, projectId: string, now: Revisions | undefined): boolean {
  const read = queries.getQueryData(readQuery(projectId).queryKey);
  return read !== undefined && now !== undefined && areSame(read, now);
}

/** Whether both have the same environments at the same revisions, in any order. */
function areSame(one: Revisions, other: Revisions): boolean {
  const revisions = new Map(one.map(({ environment_id, revision }) => [environment_id, revision]));
  return (
    one.length === other.length &&
    other.every(({ environment_id, revision }) => revisions.get(environment_id) === revision)
  );
}
