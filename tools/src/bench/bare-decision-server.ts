import { createServer } from 'node:http';

/*
 * The yardstick of decisions: Node's own HTTP server in a process of its own. It reads and parses the body of each request, and
 * answers with the bytes and headers configured for the path, or with 304 to a conditional request.
 */
export interface BareAnswer {
  body: string;
  headers: Record<string, string>;
}

process.once('message', (answers: Record<string, BareAnswer>) => {
  const prepared = new Map(
    Object.entries(answers).map(([path, { body, headers }]) => {
      const { 'content-type': _type, ...notModified } = headers;
      const bytes = Buffer.from(body);
      return [path, { bytes, notModified, head: { ...headers, 'content-length': bytes.length } }];
    }),
  );
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const answer = prepared.get(request.url ?? '');
      const { context } = JSON.parse(Buffer.concat(chunks).toString()) as { context?: unknown };
      if (!answer || typeof context !== 'object') response.writeHead(400).end();
      else if (request.headers['if-none-match'] !== undefined) response.writeHead(304, answer.notModified).end();
      else response.writeHead(200, answer.head).end(answer.bytes);
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
process.on('disconnect', () => process.exit(0));
