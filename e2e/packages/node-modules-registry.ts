import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Manifest {
  name: string;
  version: string;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, unknown>;
}

/**
 * A public registry, for tests without a network: it has the packages of a folder `node_modules`, and those that
 * the test publishes.
 */
export class NodeModulesRegistry {
  /** The names in its requests. */
  readonly asked = new Set<string>();
  private readonly published = mkdtempSync(join(tmpdir(), 'burgee-public-registry-'));
  private readonly server = createServer((request, response) => {
    const [name = '', tarball] = decodeURIComponent(request.url ?? '')
      .slice(1)
      .split('/-/');
    this.asked.add(name);
    const folder = [this.published, this.nodeModules].map((one) => join(one, name)).find((one) => existsSync(one));
    if (!folder) return void response.writeHead(404).end('{}');
    response.end(tarball ? this.pack(folder) : JSON.stringify(this.describe(folder)));
  });

  constructor(private readonly nodeModules: string) {}

  async start(): Promise<string> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    return this.url;
  }

  /** A package of one file, which runs when it is imported. */
  publish(manifest: Manifest & Record<string, unknown>, code: string): void {
    const folder = join(this.published, manifest.name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'index.js'), code);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await once(this.server.close(), 'close');
    rmSync(this.published, { recursive: true });
  }

  private get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  private describe(folder: string): object {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    const { name, version, peerDependencies = {}, peerDependenciesMeta = {} } = manifest;
    // Optional peers may not be here, and npm asks for some of them.
    for (const peer of Object.keys(peerDependenciesMeta)) delete peerDependencies[peer];
    const dist = { tarball: `${this.url}${name}/-/${version}.tgz` };
    return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } };
  }

  private pack(folder: string): Buffer {
    const args = [
      '--create',
      '--gzip',
      '--exclude=./node_modules',
      '--transform=s,^\\.,package,',
      '--directory',
      folder,
    ];
    return execFileSync('tar', [...args, '.'], { maxBuffer: 64 * 1024 * 1024 });
  }
}
