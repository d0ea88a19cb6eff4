import { IncomingMessage } from 'node:http';

/** A body may have as many pieces of any size. */
const PIECES = 1_000;
/** Bytes of a piece on average, of a body with more. Whoever sends one word after the other sends larger ones. */
const AVERAGE_AT_LEAST = 16;

/**
 * A request whose connection ends when its body comes in too many tiny pieces. Each takes a turn of the parser, however small it is, and
 * thousands come with one packet, before anybody can refuse them.
 */
export class BoundedMessage extends IncomingMessage {
  private pieces = 0;
  private bytes = 0;

  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    if (piece) {
      this.pieces++;
      this.bytes += piece.length;
    }
    if (this.pieces <= PIECES || this.bytes >= this.pieces * AVERAGE_AT_LEAST) return super.push(piece, encoding);
    // The parser calls this for the rest of the packet all the same.
    if (!this.socket.destroyed) this.socket.destroy();
    return false;
  }
}
