import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FaultProxy, type Project, sharedCluster } from '@burgee/testing';
import { aSpecProject } from '../spec-flags.js';

/** The values of the flag `changing-flag` before and after the first change. */
const VALUES = ['foo', 'bar'] as const;

interface Answer {
  status: number;
  body?: object;
}
const DONE: Answer = { status: 200 };

/**
 * Burgee as a conformance suite drives it: an HTTP server with the calls of OpenFeature's control API, in front of a project with
 * the flags of the suite. Providers connect to `backendUrl`, which an outage makes refuse connections; the address stays.
 */
export class ControlProgram {
  private readonly server: Server = createServer((request, response) => {
    void this.answer(request).then(
      ({ status, body = {} }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      (error: unknown) => response.writeHead(500).end(JSON.stringify({ message: String(error) })),
    );
  });
  private changes = 0;
  private outage: NodeJS.Timeout | undefined;

  private constructor(
    private readonly project: Project,
    private readonly proxy: FaultProxy,
  ) {}

  static async start(): Promise<ControlProgram> {
    const { url } = sharedCluster();
    const program = new ControlProgram(await aSpecProject(url), await FaultProxy.to(Number(new URL(url).port)));
    program.server.listen(0, '127.0.0.1');
    await once(program.server, 'listening');
    return program;
  }

  /** The address of the control API. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The address that providers connect to. */
  get backendUrl(): string {
    return `http://127.0.0.1:${this.proxy.port}`;
  }

  /** The key that providers connect with. */
  get sdkKey(): string {
    return this.project.development.sdk_key;
  }

  async stop(): Promise<void> {
    clearTimeout(this.outage);
    this.server.close();
    this.server.closeAllConnections();
    await this.proxy.close();
  }

  private readonly calls: Record<string, (query: URLSearchParams) => Promise<Answer>> = {
    'GET /healthz': async () => ({ status: 200, body: { status: 'ok' } }),
    'POST /start': async (query) => {
      const config = query.get('config') ?? 'default';
      if (config !== 'default') return { status: 400, body: { message: `There is no configuration "${config}".` } };
      await this.pass();
      return this.reset();
    },
    'POST /stop': () => this.refuse(),
    'POST /restart': async (query) => {
      await this.refuse();
      this.outage = setTimeout(() => void this.pass(), Number(query.get('seconds') ?? 5) * 1_000);
      return DONE;
    },
    'POST /change': () => this.write(++this.changes),
    'POST /reset': () => this.reset(),
  };

  private async answer({ method, url = '/' }: IncomingMessage): Promise<Answer> {
    const { pathname, searchParams } = new URL(url, this.url);
    return (await this.calls[`${method} ${pathname}`]?.(searchParams)) ?? { status: 404 };
  }

  private async refuse(): Promise<Answer> {
    clearTimeout(this.outage);
    await this.proxy.refuse();
    return DONE;
  }

  private async pass(): Promise<void> {
    clearTimeout(this.outage);
    await this.proxy.pass();
  }

  private async reset(): Promise<Answer> {
    if (this.changes === 0) return DONE;
    this.changes = 0;
    return this.write(0);
  }

  private async write(changes: number): Promise<Answer> {
    const { client } = this.project.owner;
    const { body } = await client.get(`/api/projects/${this.project.id}/flags?search=changing-flag`);
    const [{ id }] = body;
    const { status, text } = await client.patch(`/api/flags/${id}/environments/${this.project.development.id}`, {
      targeting_return_value: VALUES[changes % 2],
    });
    if (status !== 200) throw new Error(`changing-flag: ${status} ${text}`);
    return DONE;
  }
}
