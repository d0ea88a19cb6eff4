import { IncomingMessage } from 'node:http';

/** Pieces of a body until anybody looks at how small they are. */
const PIECES = 1_000;
/** Bytes of a piece on average. Whatever serializes one word after the other has more. */
const AVERAGE_AT_LEAST = 16;

/**
 * A request whose body comes in pieces worth reading. Each takes a turn of the parser however small it is, and thousands have come with
 * one packet before anybody could refuse them, so here its connection ends.
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
    // The parser goes on with what it has.
    if (!this.socket.destroyed) this.socket.destroy();
    return false;
  }
}
