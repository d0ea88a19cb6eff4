import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { checksums } from '../release/checksums.js';
import { pack } from './pack.js';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const PACKAGES = [
  { name: '@burgee/app', version, peerDependencies: { '@burgee/base': version, '@burgee/core': version } },
  { name: '@burgee/base', version, peerDependencies: { '@burgee/core': version } },
  { name: '@burgee/core', version },
];

interface PackageDocument {
  name: string;
  versions: Record<string, object>;
}

/** What npm has published, in order: the registry answers with it. */
const published = new Map<string, PackageDocument>();
const registry = createServer((request, response) => {
  const name = decodeURIComponent(request.url ?? '').slice(1);
  if (request.method === 'PUT')
    return void json(request).then((document) => {
      published.set(name, document as PackageDocument);
      response.writeHead(201).end('{}');
    });
  const document = published.get(name);
  response.writeHead(document ? 200 : 404).end(JSON.stringify(document ?? {}));
});

let work: string;
let folder: string;
beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'burgee-publish-'));
  await once(registry.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  registry.closeAllConnections();
  await once(registry.close(), 'close');
  rmSync(work, { recursive: true });
});

/** A folder as `npm run release` leaves it. */
beforeEach(async () => {
  published.clear();
  folder = mkdtempSync(join(work, 'release-'));
  const folders = PACKAGES.map((manifest) => {
    const source = join(folder, manifest.name.slice(8));
    mkdirSync(source);
    writeFileSync(join(source, 'package.json'), JSON.stringify(manifest));
    return source;
  });
  await pack(folders);
  for (const source of folders) rmSync(source, { recursive: true });
  writeFileSync(join(folder, 'SHA256SUMS'), checksums(folder));
});

function publish(...args: string[]): Promise<string> {
  const address = `127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  const env = {
    ...process.env,
    npm_config_cache: join(work, 'cache'),
    [`npm_config_//${address}:_authToken`]: 'token',
    GITHUB_REPOSITORY: 'acme/other',
  };
  const program = [join('tools', 'publish-packages.mjs'), folder, `--registry=http://${address}`, ...args];
  return promisify(execFile)(process.execPath, program, { env }).then(({ stdout }) => stdout);
}

it('publishes each package after those it asks for, and again only what is missing', async () => {
  await publish();
  expect([...published.keys()]).toEqual(['@burgee/core', '@burgee/base', '@burgee/app']);
  published.delete('@burgee/base');
  expect(await publish()).toContain('2 of 3 packages were published before.');
  expect([...published.keys()]).toEqual(['@burgee/core', '@burgee/app', '@burgee/base']);
});

it('publishes nothing if a version is there with other content', async () => {
  const dist = { integrity: 'sha512-other', tarball: 'http://127.0.0.1/' };
  const document = {
    name: '@burgee/app',
    'dist-tags': { latest: version },
    versions: { [version]: { name: '@burgee/app', version, dist } },
  };
  published.set('@burgee/app', document);
  await expect(publish()).rejects.toThrow(
    `@burgee/app@${version} is published with other content. Nothing is published.`,
  );
  expect([...published.values()]).toEqual([document]);
});

it('publishes nothing if a file is not that of the checksums', async () => {
  appendFileSync(join(folder, `burgee-core-${version}.tgz`), 'x');
  await expect(publish()).rejects.toThrow(`burgee-core-${version}.tgz is not the file of SHA256SUMS.`);
  expect(published.size).toBe(0);
});

it('publishes nothing with the provenance of a repository that package.json does not name', async () => {
  await expect(publish('--provenance')).rejects.toThrow('is not git+https://github.com/acme/other.git');
  expect(published.size).toBe(0);
});
