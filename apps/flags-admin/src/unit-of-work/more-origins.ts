import type { EntityManager } from 'typeorm';
import type { ChangeRules } from '../change-rules/change-rules.js';
import type { Change } from './change.js';

/** The origins of an environment: its URL, and those next to it. */
export interface Origins {
  url: string | null;
  more_origins: readonly string[];
}

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

const allOf = ({ url, more_origins: more }: Origins) => new Set(url === null ? more : [url, ...more]);

/**
 * Whether the rules of an environment cover a change of its origins. The first origin is free, because no page could
 * connect before. Their order decides nothing.
 */
export function isHeldChange(before: Origins, after: Origins): boolean {
  const [had, has] = [allOf(before), allOf(after)];
  if (had.size === 0 && has.size === 1) return false;
  return had.size !== has.size || [...has].some((origin) => !had.has(origin));
}

/**
 * Part of a change of an environment, which it has locked: its origins decide which clients may connect.
 * @throws environment_frozen, approval_required, comment_required, role_too_low
 */
export async function changeOrigins(
  change: Change,
  current: Origins & ChangeRules,
  { url = current.url, more_origins: more = current.more_origins }: Partial<Origins>,
): Promise<void> {
  if (url === current.url && more === current.more_origins) return;
  if (isHeldChange(current, { url, more_origins: more })) change.assertAllowed([current]);
  if (more !== current.more_origins) await writeMoreOrigins(change.manager, current.id, more);
  change.sdkKeyChanged(current.id);
}
