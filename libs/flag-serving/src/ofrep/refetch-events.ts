import { formatPosition, type Position } from '@burgee/contracts/wire';
import { Frame, type StreamFormat } from '../channel/stream-events.js';

const frames = new WeakMap<object, Frame>();

/** @param of the object to cache the frame with, for all streams */
function refetch(of: object, position: Position): Frame {
  let frame = frames.get(of);
  if (frame) return frame;
  const tag = formatPosition(position);
  const data = JSON.stringify({ type: 'refetchEvaluation', etag: tag });
  frame = new Frame(`id: ${tag}\nevent: message\ndata: ${data}\n\n`);
  frames.set(of, frame);
  return frame;
}

/** OFREP's events: they say that flags changed, never which. */
export const REFETCH_EVENTS = {
  needsFlags: false,
  // A change may have been missed between the bulk answer that named the stream and its opening.
  first: (position) => (position.continues && !position.isResumed ? refetch(position, position) : undefined),
  event: (event) => ({ kind: event.kind, frame: refetch(event, event.change) }),
  lastSaysAll: true,
  snapshot: (rendered) => refetch(rendered, rendered.set),
} satisfies StreamFormat;
