import type { ServerResponse } from 'node:http';
import type { Duplex, Writable } from 'node:stream';
import { TLSSocket } from 'node:tls';

/** Of a body, so much is encrypted for a connection that takes nothing. */
const PIECE_BYTES = 64 * 1_024;

type WriteCallback = (error?: Error | null) => void;

/**
 * Over TLS, Node encrypts what is written at once as a whole, into memory of that connection, whether the peer takes it or not. Without
 * TLS a connection that does not read holds none of the bytes that all share.
 */
export function goesInPieces(socket: Duplex | null, bytes: Buffer): boolean {
  return bytes.length > PIECE_BYTES && socket instanceof TLSSocket;
}

/** Writes one piece after the other, each when the one before has left. @param done is called after the last, or with the first error */
export function writeInPieces(to: Pick<Writable, 'write'>, bytes: Buffer, done: WriteCallback): void {
  const rest = bytes.subarray(PIECE_BYTES);
  to.write(bytes.subarray(0, PIECE_BYTES), (error) => {
    if (error || rest.length === 0) done(error);
    else writeInPieces(to, rest, done);
  });
}

/** Ends an answer whose head is written. */
export function endWith(response: ServerResponse, body: string | Buffer | undefined): void {
  if (!Buffer.isBuffer(body) || !goesInPieces(response.socket, body)) response.end(body);
  else
    writeInPieces(response, body, (error) => {
      if (!error) response.end();
    });
}
