import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedWebhook {
  /** The `webhook-id`. */
  id: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

const asTexts = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** An endpoint for webhooks on this machine, which keeps what it receives. */
export class WebhookReceiver {
  readonly received: ReceivedWebhook[] = [];
  /** What it answers. */
  status = 204;
  /** Requests that it leaves without an answer begin like this. */
  silentPath: string | undefined;
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, reply) => {
      void text(request).then((body) => {
        const [headers, path] = [asTexts(request.headers), request.url ?? ''];
        this.received.push({ id: headers['webhook-id'] ?? '', path, headers, body });
        if (this.silentPath === undefined || !path.startsWith(this.silentPath)) reply.writeHead(this.status).end();
      });
    });
  }

  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    receiver.server.listen(0, '127.0.0.1');
    await once(receiver.server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** What came to a path. */
  at(path: string): ReceivedWebhook[] {
    return this.received.filter((one) => one.path === path);
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
