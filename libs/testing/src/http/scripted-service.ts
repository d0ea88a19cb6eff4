import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServedFlag } from '@burgee/contracts/wire';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** An open stream, to say on it what no right service would say. */
export class ScriptedStream {
  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
  ) {}

  send(event: string, id: string | undefined, data: unknown): void {
    this.raw(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  ready(id: string): void {
    this.send('ready', id, { environment_id: 'e', revision: Number(id.split('-')[1]) });
  }

  raw(text: string): void {
    this.response.write(text);
  }
}

/** Speaks Burgee's protocol word by word as a test tells it to, for what the real one does not do or does too seldom. */
export class ScriptedService {
  readonly streams: ScriptedStream[] = [];
  readonly requests: { url: string; headers: IncomingMessage['headers'] }[] = [];
  flags: Handler = (_, response) => this.answer(response, [], 'e-1');
  stream: Handler = (request, response) => this.open(request, response);

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ScriptedService> {
    const server = createServer();
    const service = new ScriptedService(server);
    server.on('request', (request, response) => {
      service.requests.push({ url: request.url ?? '', headers: request.headers });
      if (request.url?.startsWith('/api/v1/stream')) service.stream(request, response);
      else service.flags(request, response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get fetches(): number {
    return this.requests.filter(({ url }) => !url.includes('stream')).length;
  }

  serve(rows: readonly ServedFlag[], version: string): void {
    this.flags = (request, response) => {
      const isKnown = request.headers['if-none-match'] === `"${version}"`;
      if (isKnown) response.writeHead(304, { etag: `W/"${version}"` }).end();
      else this.answer(response, rows, version);
    };
  }

  answer(response: ServerResponse, rows: unknown, version: string): void {
    response.writeHead(200, { 'content-type': 'application/json', etag: `W/"${version}"` }).end(JSON.stringify(rows));
  }

  open(request: IncomingMessage, response: ServerResponse): ScriptedStream {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    const stream = new ScriptedStream(request, response);
    this.streams.push(stream);
    return stream;
  }

  refuse(status: number, headers: Record<string, string> = {}, body: object = {}): Handler {
    return (_, response) => void response.writeHead(status, headers).end(JSON.stringify(body));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
