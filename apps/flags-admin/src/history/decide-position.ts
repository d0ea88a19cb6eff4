import { DomainError, formatPosition, type Position } from '@burgee/contracts/wire';

/** What is stored around a revision of an environment. */
export interface Surroundings {
  /** The last revision whose change the history has; null when it has none before. */
  revision: number | null;
  /** Where the environment is now. */
  now: Position;
  /** Of the row of the revision, of a checkpoint at it, and of the row of the next; null where there is none. */
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
 * The position that was in effect. Nothing is guessed: where a row is missing after it, there may have been others.
 * @throws history_gone
 */
export function decidePosition(found: Surroundings): Position {
  const { revision, now, epoch, checkpoint_epoch, next_epoch } = found;
  if (revision === null) throw historyGone();
  if (revision === now.revision) return now;
  if (next_epoch === null) throw historyGone();
  return { revision, epoch: epoch ?? checkpoint_epoch ?? next_epoch };
}

/** @throws position_unknown when it is of another history of the environment, history_gone when that is not known any more */
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
