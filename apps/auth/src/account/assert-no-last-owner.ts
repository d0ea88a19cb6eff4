import { DomainError } from '@burgee/contracts/wire';

const NAMED_AT_MOST = 5;

/** @param projects the names of those that would be left to others without an owner @throws last_owner */
export function assertNoLastOwner(projects: readonly string[]): void {
  if (projects.length === 0) return;
  const named = projects.slice(0, NAMED_AT_MOST).map((name) => `"${name}"`);
  const more = projects.length - named.length;
  const all = [...named, ...(more > 0 ? [`${more} more`] : [])];
  const list = all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1)}` : all[0];
  throw new DomainError(
    'last_owner',
    `You are the last owner of ${list}, with other members. Make someone else owner there, or delete the project, first.`,
  );
}
