import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reverse proxy that puts a server behind a path, and sends the prefix in a header. */
export async function startPrefixProxy(target: string, prefix: string): Promise<{ url: string; stop: () => void }> {
  const proxy = createServer((request, response) => {
    const path = request.url ?? '';
    if (!path.startsWith(`${prefix}/`)) return response.writeHead(404).end();
    const headers = { ...request.headers, 'x-forwarded-prefix': prefix };
    const onward = send(target + path.slice(prefix.length), { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    return request.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const stop = () => {
    proxy.closeAllConnections();
    proxy.close();
  };
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${prefix}`, stop };
}
