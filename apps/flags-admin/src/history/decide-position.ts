import { DomainError, formatPosition, type Position } from '@burgee/contracts/wire';

/** The stored rows around a revision of an environment. */
export interface Surroundings {
  /** The last revision with a change in the history. Null when there is none before. */
  revision: number | null;
  /** The current position of the environment. */
  now: Position;
  /** The epochs of the revision's row, of a checkpoint at it, and of the next row. Null where there is no row. */
  epoch: string | null;
  checkpoint_epoch: string | null;
  next_epoch: string | null;
}

export const historyGone = (): DomainError =>
  new DomainError(
    'history_gone',
    'The history does not go back that far (HISTORY_RETENTION_DAYS). Use a later time or position.',
  );

/**
 * The position in effect. It is never guessed: when the next row is missing, others may be missing too.
 * @throws history_gone
 */
export function decidePosition(found: Surroundings): Position {
  const { revision, now, epoch, checkpoint_epoch, next_epoch } = found;
  if (revision === null) throw historyGone();
  if (revision === now.revision) return now;
  if (next_epoch === null) throw historyGone();
  return { revision, epoch: epoch ?? checkpoint_epoch ?? next_epoch };
}

/** @throws position_unknown when the position is of another history, history_gone when that is no longer known */
export function assertOfThisHistory(asked: Position, found: Surroundings): void {
  const { now, epoch, checkpoint_epoch, next_epoch } = found;
  const isNow = asked.revision === now.revision && asked.epoch === now.epoch;
  if (isNow || [epoch, checkpoint_epoch, next_epoch].includes(asked.epoch)) return;
  const isKept = asked.revision >= now.revision || epoch !== null || next_epoch !== null;
  if (!isKept) throw historyGone();
  throw new DomainError(
    'position_unknown',
    `${formatPosition(asked)} belongs to another environment, or to a history that ended with a restore or a failover. Use a current one.`,
  );
}
