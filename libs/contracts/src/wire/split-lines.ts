const NEWLINE = 0x0a;

/**
 * Lines of JSON, or of Postgres' COPY, without their ends. Only `\n` ends one: Node's readline also ends lines at a lone
 * `\r` and, from Node 24 on, at U+2028 and U+2029, which texts in JSON may hold.
 */
export async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let parts: Buffer[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE); to >= 0; to = chunk.indexOf(NEWLINE, from)) {
      yield parts.length === 0 ? chunk.subarray(from, to) : Buffer.concat([...parts, chunk.subarray(from, to)]);
      parts = [];
      from = to + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}
