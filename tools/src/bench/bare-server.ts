import { createServer } from 'node:http';

/*
 * The yardstick of reads: Node's own HTTP server in a process of its own. It answers every request with the bytes and
 * headers that it received at start, or with 304 to a conditional request.
 */
interface Answer {
  body: string;
  headers: Record<string, string>;
}

process.once('message', ({ body, headers }: Answer) => {
  const bytes = Buffer.from(body);
  const { 'content-type': _type, ...notModified } = headers;
  const { etag } = headers;
  const server = createServer((request, response) => {
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, notModified).end();
      return;
    }
    response.writeHead(200, { ...headers, 'content-length': bytes.length });
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
process.on('disconnect', () => process.exit(0));
