import type { ServerResponse } from 'node:http';
import type { Duplex, Writable } from 'node:stream';
import { TLSSocket } from 'node:tls';

/** The most that is encrypted ahead for a connection that does not read. */
const PIECE_BYTES = 64 * 1_024;

type WriteCallback = (error?: Error | null) => void;

/**
 * Over TLS, Node encrypts each write as a whole into the connection's memory, even if the peer does not read. Without
 * TLS, a connection that does not read holds only references to the shared bytes.
 */
export function goesInPieces(socket: Duplex | null, bytes: Buffer): boolean {
  return bytes.length > PIECE_BYTES && socket instanceof TLSSocket;
}

/**
 * Writes pieces one after the other, each when the previous one has left. @param done is called after the last, or with
 * the first error
 */
export function writeInPieces(to: Pick<Writable, 'write'>, bytes: Buffer, done: WriteCallback): void {
  const rest = bytes.subarray(PIECE_BYTES);
  to.write(bytes.subarray(0, PIECE_BYTES), (error) => {
    if (error || rest.length === 0) done(error);
    else writeInPieces(to, rest, done);
  });
}

/** Ends a response whose head is written. */
export function endWith(response: ServerResponse, body: string | Buffer | undefined): void {
  if (!Buffer.isBuffer(body) || !goesInPieces(response.socket, body)) response.end(body);
  else
    writeInPieces(response, body, (error) => {
      if (!error) response.end();
    });
}
