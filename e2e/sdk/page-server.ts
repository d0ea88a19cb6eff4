import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json' };

/** Builds the packages as they are published. In a process of its own, because the bundler does not know Jest's arrays. */
export async function buildPackages(folder: string): Promise<void> {
  const main = pathToFileURL(join(process.cwd(), 'tools', 'dist', 'package', 'main.js')).href;
  const script = `await (await import('${main}')).packageAll(${JSON.stringify(process.cwd())}, ${JSON.stringify(folder)})`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
}

/** Serves pages, `/packages` (as published) and the files of the repository, on an origin of its own. */
export class PageServer {
  readonly pages = new Map<string, string>();

  private constructor(
    private readonly server: Server,
    private readonly packages: string,
  ) {}

  static async start(): Promise<PageServer> {
    const packages = mkdtempSync(join(tmpdir(), 'burgee-pages-'));
    await buildPackages(packages);
    const server = createServer();
    const pages = new PageServer(server, packages);
    server.on('request', (request, response) => {
      const path = normalize(new URL(request.url ?? '/', 'http://page').pathname);
      try {
        const text = pages.read(path);
        response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/html' }).end(text);
      } catch {
        response.writeHead(404).end();
      }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return pages;
  }

  private get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The same pages on an unregistered origin. */
  get otherOrigin(): string {
    return `http://localhost:${this.port}`;
  }

  private read(path: string): string {
    const page = this.pages.get(path);
    if (page !== undefined) return page;
    const [, first = '', ...rest] = path.replace('/node_modules/@burgee/', '/packages/').split('/');
    return readFileSync(first === 'packages' ? join(this.packages, ...rest) : join(process.cwd(), path), 'utf8');
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
    rmSync(this.packages, { recursive: true, force: true });
  }
}
