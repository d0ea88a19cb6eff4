import { DomainError } from '@burgee/contracts/wire';
import type { EntityManager } from 'typeorm';

interface Ordered {
  /** The names of the environments, in order. */
  before: string[];
  after: string[];
}

const isOrderOf = (ids: readonly string[], all: readonly { id: string }[]) =>
  ids.length === all.length && new Set(ids).size === ids.length && all.every(({ id }) => ids.includes(id));

/**
 * Reorders the environments of a locked project.
 * @returns undefined when the order is already the same @throws invalid_request unless the list has every environment
 * once
 */
export async function orderEnvironments(
  manager: EntityManager,
  projectId: string,
  ids: readonly string[],
): Promise<Ordered | undefined> {
  const all = await manager.sql<{ id: string; name: string }[]>`
    select id, name from flags.environments where project_id = ${projectId} order by sort_order, created_at, id`;
  if (!isOrderOf(ids, all))
    throw new DomainError('invalid_request', 'The order must name each environment of the project exactly once.', {
      errors: [{ pointer: '/environment_order', detail: 'must name each environment of the project exactly once' }],
    });
  if (all.every(({ id }, index) => ids[index] === id)) return undefined;
  await manager.sql`select from flags.environments where project_id = ${projectId} order by id for no key update`;
  await manager.sql`
    update flags.environments e set sort_order = n.position
    from unnest(${ids}::uuid[]) with ordinality as n(id, position)
    where e.id = n.id`;
  const nameOf = new Map(all.map(({ id, name }) => [id, name]));
  return { before: all.map(({ name }) => name), after: ids.map((id) => nameOf.get(id) ?? '') };
}
