import {
  type FlagSetVersion,
  formatPosition,
  type Position,
  POSITION_HEADER,
  POSITIONS_AT_MOST,
  unavailable,
} from '@burgee/contracts/wire';
import type { OutboxMessage } from '@burgee/outbox';
import type { FastifyReply } from 'fastify';
import type { EntityManager } from 'typeorm';
import { rememberChanged } from '../applied/wait.interceptor.js';

/** The header of a response to a change in one environment. */
export const POSITION = {
  'Burgee-Position': {
    required: true,
    description: 'Send it as Burgee-Min-Position: a read then includes this change or is refused.',
    schema: { type: 'string' },
  },
} as const;

/** The header of a response to a change in several environments. */
export const POSITIONS = {
  'Burgee-Position': {
    ...POSITION['Burgee-Position'],
    required: false,
    description: `One for each environment. Send one as Burgee-Min-Position: a read then includes this change or is refused. Absent if no environment changed, or more than ${POSITIONS_AT_MOST} did.`,
  },
} as const;

/** The response to a change. */
export interface Positioned<T> {
  view: T;
  /** The value of `Burgee-Position`. */
  position: string | undefined;
  /** The positions of its environments after the change. */
  changed?: readonly FlagSetVersion[];
}

/**
 * The position of an environment. While one of its values is locked, the position includes the last change of that
 * value.
 */
export async function readPosition(manager: EntityManager, environmentId: string): Promise<Position> {
  const [now] = await manager.sql<Position[]>`
    select flags.current_epoch(id) as epoch, revision from flags.environments where id = ${environmentId}`;
  if (!now) throw unavailable();
  return now;
}

/** The positions of the environments of a locked flag. */
export function readPositions(manager: EntityManager, flagId: string): Promise<Position[]> {
  return manager.sql<Position[]>`
    select flags.current_epoch(e.id) as epoch, e.revision
    from flags.flag_values v join flags.environments e on e.id = v.environment_id
    where v.flag_id = ${flagId}
    limit ${POSITIONS_AT_MOST + 1}::int`;
}

/**
 * The value of `Burgee-Position`: the last position of each environment.
 * @param messages the stored messages of a change
 * @param unchangedAt the positions of its environments when nothing changed
 */
export function positionsOf(
  messages: readonly OutboxMessage[],
  unchangedAt: readonly Position[] = [],
): string | undefined {
  const stored = messages.flatMap(({ epoch, revision }) => (revision === null ? [] : [{ epoch, revision }]));
  const last = new Map([...unchangedAt, ...stored].map((position) => [position.epoch, formatPosition(position)]));
  return last.size > 0 && last.size <= POSITIONS_AT_MOST ? [...last.values()].join(', ') : undefined;
}

/** The last position of each environment in the messages of a change. */
export function changedIn(messages: readonly OutboxMessage[]): FlagSetVersion[] {
  const changed = new Map<string, FlagSetVersion>();
  for (const { environment_id, epoch, revision } of messages)
    if (environment_id !== null && revision !== null)
      changed.set(environment_id, { environmentId: environment_id, epoch, revision });
  return [...changed.values()];
}

/** Sets the headers for the position and the tag of a change. @returns the body */
export async function answerPositioned<T>(
  reply: FastifyReply,
  change: Promise<Positioned<T>>,
  tagOf?: (view: T) => string,
): Promise<T> {
  const { view, position, changed: versions = [] } = await change;
  rememberChanged(reply, versions);
  if (position !== undefined) void reply.header(POSITION_HEADER, position);
  if (tagOf) void reply.header('etag', tagOf(view));
  return view;
}
