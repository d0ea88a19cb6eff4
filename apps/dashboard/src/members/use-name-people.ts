import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { allMembersQuery } from '../api/members.js';
import { mayBeAlike } from './may-be-alike.js';
import type { namePeople, Person } from './name-people.js';

/** The names of these people by id, told apart from each other. */
export function useTellApart(people: readonly Person[]): ReadonlyMap<string, string> {
  const [tellApart, setTellApart] = useState<typeof namePeople>();
  // As text, so that a new list of the same people does not render rows again.
  const given = JSON.stringify(people);
  const isWorthIt = mayBeAlike([...new Map(people.map(({ id, name }) => [id, name])).values()]);
  useEffect(() => {
    if (isWorthIt) void import('./name-people.js').then((loaded) => setTellApart(() => loaded.namePeople));
  }, [isWorthIt]);
  return useMemo(() => {
    const all = JSON.parse(given) as Person[];
    return tellApart?.(all) ?? new Map(all.map(({ id, name }) => [id, name]));
  }, [given, tellApart]);
}

/** The names of these people by id, told apart from each other and from the members of the project. */
export function useNamePeople(projectId: string, people: readonly Person[]): ReadonlyMap<string, string> {
  const { data: members = [] } = useQuery(allMembersQuery(projectId));
  return useTellApart([
    ...members.map(({ user_id, name, email }): Person => ({ id: user_id, name, email })),
    ...people,
  ]);
}
