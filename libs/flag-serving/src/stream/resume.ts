import { parsePosition, type Position } from '@burgee/contracts/wire';

/** How a stream begins. */
export type Resume =
  /** It continues after this revision: the events that follow it are sent. */
  | { kind: 'continue'; from: number }
  /** The client's position cannot be resumed, or it asked for everything: a snapshot is sent. */
  | { kind: 'snapshot' };

/**
 * Continues at the latest revision or where the client left off. A position of another epoch, one ahead of the server (a
 * restore took the server back) and garbage cannot be resumed.
 * @param mayBeBehind whether a position may be ahead because the client was told it elsewhere; a snapshot would take it back
 */
export function decideResume(
  lastEventId: string | undefined,
  wantsSnapshot: boolean,
  latest: Position,
  mayBeBehind = false,
): Resume {
  if (wantsSnapshot) return { kind: 'snapshot' };
  if (lastEventId === undefined || lastEventId === '') return { kind: 'continue', from: latest.revision };
  const position = parsePosition(lastEventId);
  if (!position || position.epoch !== latest.epoch) return { kind: 'snapshot' };
  if (position.revision > latest.revision && !mayBeBehind) return { kind: 'snapshot' };
  return { kind: 'continue', from: position.revision };
}
