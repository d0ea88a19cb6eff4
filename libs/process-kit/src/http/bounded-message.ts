import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** A body may have as many pieces of any size. */
const PIECES = 1_000;
/** Bytes of a piece on average, of a body with more. Whoever sends one word after the other sends larger ones. */
const AVERAGE_AT_LEAST = 16;
/** How Node calls what its parser hands the pieces of a body to. */
const ON_BODY = 'parserOnBody';

type Parser = Record<string, ((piece: Buffer) => void) | undefined>;

/**
 * A request whose connection ends when its body comes in too many tiny pieces, whether anybody reads it or it is answered already.
 * Each takes a turn of the parser, however small it is, and thousands come with one packet, before anybody can refuse them.
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
    handNothingOn(this.socket);
    this.socket.destroy();
    return false;
  }

  /** Node calls it once a request is answered of which nobody has read. Its own drops what comes where nobody counts it. */
  _dump(): void {
    this.removeAllListeners('data');
    this.resume();
  }
}

/** The rest of the packet is parsed whatever becomes of its connection: without copies and calls, that takes a tenth of the time. */
function handNothingOn(socket: Socket): void {
  const { parser } = socket as { parser?: Parser };
  if (!parser) return;
  const place = Object.keys(parser).find((key) => parser[key]?.name === ON_BODY);
  if (place === undefined) return;
  const onBody = parser[place];
  parser[place] = undefined;
  // Parsers are used again, of connections that have ended.
  socket.prependOnceListener('close', () => {
    parser[place] = onBody;
  });
}
