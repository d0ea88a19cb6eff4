/**
 * Bytes for streams, shared by all connections: as one chunk of a chunked response, and as they are within it. Node would
 * frame them again for each connection.
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
