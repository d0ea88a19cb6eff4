import type { IncomingMessage, ServerResponse } from 'node:http';
import { brokenOff } from './broken-off.js';

/** Memory of which each network of callers has a part. */
export interface HeldBytes {
  /** @throws overloaded, with nothing taken, when these bytes are too many */
  take(networks: readonly string[], bytes: number): void;
  giveBack(networks: readonly string[], bytes: number): void;
}

/** Where the memory is counted that callers take with bodies and answers. */
export interface CallerMemory {
  bytes: HeldBytes;
  /** Widest first. */
  networksOf: (request: IncomingMessage) => readonly string[];
}

/** Takes memory for one caller. @throws overloaded when that is too much, request_too_slow when the caller has left */
export type Hold = (bytes: number) => void;

/** What is held is given back when the response is closed: whoever does not take an answer holds it all the same. */
export function holdUntilClosed(
  { bytes, networksOf }: CallerMemory,
  request: IncomingMessage,
  response: ServerResponse,
): Hold {
  let held = 0;
  let networks: readonly string[] | undefined;
  return (count) => {
    // Nobody would give back what is taken now.
    if (response.closed || response.destroyed) throw brokenOff();
    const takenBy = (networks ??= networksOf(request));
    bytes.take(takenBy, count);
    if (held === 0) response.once('close', () => bytes.giveBack(takenBy, held));
    held += count;
  };
}
