import type { IncomingMessage } from 'node:http';

/** A body may have as many pieces of any size. */
const PIECES = 1_000;
/** Bytes of a piece on average, of a body with more. A client that sends one word at a time sends larger ones. */
const AVERAGE_AT_LEAST = 16;

/** Ends the connection of a request whose body comes in too many tiny pieces: each takes a turn of the parser, however small it is. */
export function boundPieces(request: IncomingMessage): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  let [pieces, bytes] = [0, 0];
  // Not `on`, which would begin to read.
  request.prependListener('data', ({ length }: Buffer) => {
    pieces++;
    bytes += length;
    if (pieces > PIECES && bytes < pieces * AVERAGE_AT_LEAST) request.socket.destroy();
  });
}
