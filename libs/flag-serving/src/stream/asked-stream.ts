import { randomBytes } from 'node:crypto';
import { FLAG_AND_ACCESS_EVENTS, FLAG_EVENTS, type StreamFormat } from './stream-format.js';
import type { StreamQuery } from './stream-query.js';

const ACK_BYTES = 16;

/** The stream that a client asks for. What is its alone is beside the format: the bytes of an event are for all streams of that. */
export interface AskedStream {
  format: StreamFormat;
  /** The edge that follows, where it can say how many of its clients have a change. */
  edge?: string | undefined;
  /** What the client acknowledges with, where it does. Only who was given it on its stream can acknowledge for that. */
  ack?: string | undefined;
}

export function askedStream({ access, edge, ack }: Pick<StreamQuery, 'access' | 'edge' | 'ack'>): AskedStream {
  if (access) return { format: FLAG_AND_ACCESS_EVENTS, edge };
  return { format: FLAG_EVENTS, ack: ack ? randomBytes(ACK_BYTES).toString('base64url') : undefined };
}
