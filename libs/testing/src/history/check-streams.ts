import type { StreamRecord } from './history.js';

/**
 * Holds what a stream client was sent against the promise: revisions strictly rise, each is the next one or an
 * explicit snapshot; a new connection goes on where the client was, or begins with a snapshot; in the end the client is
 * where the environment is.
 * @param final the environment's last revision
 * @returns one line a violation
 */
export function checkStream({ client, events }: StreamRecord, final: number): string[] {
  const violations: string[] = [];
  let at: { epoch: string; revision: number } | undefined;
  let snapshotIsDue = false;
  for (const { kind, epoch, revision } of events) {
    const sameEpoch = at === undefined || at.epoch === epoch;
    const blame = (what: string) =>
      violations.push(
        `${client}: ${kind} ${epoch}-${revision} after ${at ? `${at.epoch}-${at.revision}` : 'nothing'}: ${what}`,
      );
    if (kind === 'ready' && at) {
      snapshotIsDue = !sameEpoch || revision !== at.revision;
      continue;
    }
    if (kind === 'change' && (!at || snapshotIsDue || !sameEpoch || revision !== at.revision + 1)) blame('a gap');
    if (kind === 'snapshot' && at && sameEpoch && revision < at.revision) blame('backwards');
    if (kind === 'snapshot') snapshotIsDue = false;
    at = { epoch, revision };
  }
  if (at?.revision !== final) violations.push(`${client}: ended at ${at?.revision}, the environment at ${final}`);
  return violations;
}
