import type { EntityManager } from 'typeorm';
import type { FlagRow, NamesOfPeople } from './flag-row.js';

/** The names of the owners and creators of these flags. */
export async function namesOfPeople(
  manager: EntityManager,
  flags: readonly Pick<FlagRow, 'owner_id' | 'created_by'>[],
): Promise<NamesOfPeople> {
  const ids = new Set(flags.flatMap(({ owner_id, created_by }) => [owner_id, created_by]));
  ids.delete(null);
  if (ids.size === 0) return new Map();
  const rows = await manager.sql<{ user_id: string; name: string }[]>`
    select user_id, name from session_read.user_v1 where user_id = any(${[...ids]}::uuid[])`;
  return new Map(rows.map(({ user_id, name }) => [user_id, name]));
}
