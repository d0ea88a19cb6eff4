import type { AuditEntryView, ProjectView } from '@burgee/contracts/http';
import { useMemo } from 'react';
import { useNamePeople } from '../../members/use-name-people.js';

/** Names by id: of existing environments, of members, and of the authors of these entries. */
export function useNames({ id: projectId, environments }: ProjectView, entries: readonly AuditEntryView[]) {
  const authors = new Map(entries.map(({ user_id, user_name }) => [user_id, user_name]));
  const people = useNamePeople(
    projectId,
    [...authors].map(([id, name]) => ({ id, name })),
  );
  return useMemo(
    (): Readonly<Record<string, string>> =>
      Object.fromEntries([...people, ...environments.map(({ id, name }) => [id, name] as const)]),
    [people, environments],
  );
}
