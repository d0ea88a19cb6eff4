/**
 * Bytes for streams, made ready once and shared by all: as one chunk of a chunked answer, and as they are within it.
 * Node would frame them anew for each connection.
 */
export class Frame {
  readonly chunk: Buffer;
  readonly plain: Buffer;

  constructor(text: string) {
    const length = Buffer.byteLength(text);
    const head = `${length.toString(16)}\r\n`;
    this.chunk = Buffer.from(`${head}${text}\r\n`);
    this.plain = this.chunk.subarray(head.length, head.length + length);
  }
}
