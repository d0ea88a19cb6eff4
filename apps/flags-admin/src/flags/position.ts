import { formatPosition, type Position, unavailable } from '@burgee/contracts/wire';
import type { OutboxMessage } from '@burgee/outbox';
import type { EntityManager } from 'typeorm';

/** What an answer about one environment has in its headers. */
export const POSITION = {
  'Burgee-Position': {
    description: 'A read that sends it as Burgee-Min-Position sees this change, or is refused.',
    schema: { type: 'string' },
  },
} as const;

/** Where an environment is. With a value of it locked, this contains the change that made it what it is. */
export async function readPosition(manager: EntityManager, environmentId: string): Promise<Position> {
  const [now] = await manager.sql<Position[]>`
    select flags.current_epoch(id) as epoch, revision from flags.environments where id = ${environmentId}`;
  if (!now) throw unavailable();
  return now;
}

/**
 * As `Burgee-Position` names it.
 * @param messages of a change of one environment, as they were stored
 * @param unchangedAt where it was, when there was nothing to change
 */
export function positionOf(messages: readonly OutboxMessage[], unchangedAt: Position | undefined): string {
  const stored = messages.flatMap(({ epoch, revision }) => (revision === null ? [] : [{ epoch, revision }])).at(-1);
  const position = unchangedAt ?? stored;
  if (!position) throw new Error('A change of a flag was stored without its revision.');
  return formatPosition(position);
}
