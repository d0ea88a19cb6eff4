import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { ReceivedSpan } from './otlp-messages.js';

/** A collector that takes traces by OTLP over HTTP, and keeps them. */
export class TraceReceiver {
  readonly spans: ReceivedSpan[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<TraceReceiver> {
    // Most tests have no use for protobufjs, so it is loaded here.
    const { decodeTraces } = await import('./otlp-messages.js');
    const server = createServer();
    const receiver = new TraceReceiver(server);
    server.on('request', (request, response) => {
      buffer(request).then(
        (body) => {
          const isTraces = request.url === '/v1/traces' && request.headers['content-type'] === 'application/x-protobuf';
          if (isTraces)
            receiver.spans.push(
              ...decodeTraces(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body),
            );
          response.writeHead(isTraces ? 200 : 404, { 'content-type': 'application/x-protobuf' }).end();
        },
        () => response.destroy(),
      );
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return receiver;
  }

  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
