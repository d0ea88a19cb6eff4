import { createServer } from 'node:http';

/*
 * The yardstick: Node's own HTTP server, which answers every request with the bytes and headers it was given at
 * start, or with 304 to a conditional one. Its own process, as the service is.
 */
interface Canned {
  body: string;
  headers: Record<string, string>;
}

process.once('message', ({ body, headers }: Canned) => {
  const bytes = Buffer.from(body);
  const { etag, vary } = headers;
  const notModified = { etag, 'cache-control': headers['cache-control'], vary };
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
