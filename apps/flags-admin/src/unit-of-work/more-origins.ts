import type { EntityManager } from 'typeorm';
import type { Change } from './change.js';

/** SQL column for the origins of an environment `e` next to its URL, in their order. */
export const MORE_ORIGINS = (): string => `array(
  select o.origin from flags.environment_origins o where o.environment_id = e.id order by o.position) as more_origins`;

/** Their bytes as JSON. */
export const MORE_ORIGINS_BYTES = (): string => `(
  select coalesce(sum(octet_length(o.origin) + 3), 0)
  from flags.environment_origins o where o.environment_id = e.id)`;

/** Replaces them. The caller has locked the environment. */
export async function writeMoreOrigins(
  manager: EntityManager,
  environmentId: string,
  origins: readonly string[],
): Promise<void> {
  await manager.sql`delete from flags.environment_origins where environment_id = ${environmentId}`;
  await manager.sql`
    insert into flags.environment_origins (environment_id, position, origin)
    select ${environmentId}, given.position, given.origin
    from unnest(${origins}::text[]) with ordinality as given (origin, position)`;
}

/** Part of a change of an environment, which it has locked: its origins decide which clients may connect. */
export async function changeOrigins(
  change: Change,
  environmentId: string,
  { url, more_origins: more }: { url?: string | null; more_origins?: readonly string[] },
): Promise<void> {
  if (more) await writeMoreOrigins(change.manager, environmentId, more);
  if (url !== undefined || more) change.sdkKeyChanged(environmentId);
}
