import { UNSEEN } from '@burgee/contracts/plain';
import { skeleton } from '../toggle/look-alike.js';
import { BURGEE } from './may-be-alike.js';
import { texts } from './texts.js';

export interface Person {
  id: string;
  name: string;
  /** Undefined for a former member. */
  email?: string;
}

/** Names with the same result look the same: also in another case, with other digits, or with characters not seen. */
const lookOf = (name: string): string =>
  skeleton(name.replaceAll(/U\+[0-9A-F]{4,6}/g, ''))
    .toLowerCase()
    .replaceAll(UNSEEN, '')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('i', 'l')
    .replaceAll('rn', 'm');

/** The names of people by id. Where several names look the same, each has the address next to it. */
export function namePeople(people: readonly Person[]): ReadonlyMap<string, string> {
  const byId = new Map<string, Person>();
  for (const person of people) byId.set(person.id, { ...person, ...byId.get(person.id) });
  const seen = new Map<string, Set<string>>();
  for (const { id, name } of byId.values()) seen.set(lookOf(name), (seen.get(lookOf(name)) ?? new Set()).add(id));
  const isAlike = (name: string) => (seen.get(lookOf(name))?.size ?? 0) > 1;
  return new Map(
    [...byId.values()].map(({ id, name, email }) => [
      id,
      isAlike(name) && id !== BURGEE ? texts.beside(name, email ?? texts.noMember) : name,
    ]),
  );
}
