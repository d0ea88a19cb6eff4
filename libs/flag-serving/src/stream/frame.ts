/**
 * Bytes for streams, shared by all connections: as one chunk of a chunked response, and as they are within it. Node would
 * frame them again for each connection.
 */
export class Frame {
  readonly chunk: Buffer;
  readonly plain: Buffer;

  /** @param parts what it is made of, in order */
  constructor(...parts: (string | Buffer)[]) {
    const bytes = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
    const length = bytes.reduce((sum, part) => sum + part.length, 0);
    const head = `${length.toString(16)}\r\n`;
    this.chunk = Buffer.concat([Buffer.from(head), ...bytes, Buffer.from('\r\n')]);
    this.plain = this.chunk.subarray(head.length, head.length + length);
  }
}
