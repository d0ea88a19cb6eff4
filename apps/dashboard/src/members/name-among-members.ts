import type { QueryClient } from '@tanstack/react-query';
import { allMembersQuery } from '../api/members.js';
import { mayBeAlike } from './may-be-alike.js';
import type { Person } from './name-people.js';

/** The name of a person, with the address next to it where another member's name looks the same, for texts outside of React. */
export async function nameAmongMembers(queries: QueryClient, projectId: string, person: Person): Promise<string> {
  const members = await queries.ensureQueryData(allMembersQuery(projectId)).catch(() => []);
  const others = members.filter(({ user_id }) => user_id !== person.id);
  if (!mayBeAlike([person.name, ...others.map(({ name }) => name)])) return person.name;
  const { namePeople } = await import('./name-people.js');
  const people = members.map(({ user_id, name, email }): Person => ({ id: user_id, name, email }));
  return namePeople([...people, person]).get(person.id) ?? person.name;
}
