import { once } from 'node:events';
import { createServer, request as httpRequest, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Buffers each answer before it passes it on, like some proxies: a stream never arrives. */
export class HoldingProxy {
  /** Streams that clients requested. */
  streams = 0;
  private isHolding = true;

  private constructor(private readonly server: Server) {}

  static async to(target: string): Promise<HoldingProxy> {
    const server = createServer();
    const proxy = new HoldingProxy(server);
    server.on('request', (request, response: ServerResponse) => {
      const url = new URL(request.url ?? '', target.replace('localhost', '127.0.0.1'));
      const upstream = httpRequest(url, { headers: { ...request.headers, host: url.host }, agent: false });
      upstream.on('response', (answer) => {
        const isStream = answer.headers['content-type'] === 'text/event-stream';
        if (isStream) proxy.streams++;
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        response.flushHeaders();
        if (!isStream || !proxy.isHolding) answer.pipe(response);
        else answer.resume();
        answer.on('error', () => response.destroy());
      });
      upstream.on('error', () => response.destroy());
      response.on('close', () => upstream.destroy());
      upstream.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** From now on it passes everything on at once. */
  release(): void {
    this.isHolding = false;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
