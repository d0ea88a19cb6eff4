import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fastify, type FastifyInstance } from 'fastify';
import { registerPackages } from './register-packages.js';
import type { PublicNames } from './registry-address.js';

const REACT = {
  manifest: {
    name: '@burgee/react',
    version: '1.2.3',
    description: 'Flags in React',
    license: 'Apache-2.0',
    exports: { '.': './index.js' },
    peerDependencies: { '@burgee/sdk': '^1.2.3', react: '^19.0.0' },
    engines: { node: '>=18' },
  },
  file: 'burgee-react-1.2.3.tgz',
  dist: { integrity: 'sha512-x', shasum: '0a', fileCount: 3, unpackedSize: 300 },
};
const TARBALL = '/packages/@burgee/react/-/react-1.2.3.tgz';
const SETTINGS = { PUBLIC_URL: 'https://flags.example.com', ALLOWED_HOSTS: undefined };

let folder: string;
let gateway: FastifyInstance;
const running: FastifyInstance[] = [];

async function start(settings: PublicNames, from = folder): Promise<FastifyInstance> {
  const app = fastify();
  running.push(app);
  app.setErrorHandler((error, _request, reply) => reply.code(421).send({ detail: (error as Error).message }));
  registerPackages(app, settings, from);
  return app;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burgee-registry-'));
  writeFileSync(join(folder, 'index.json'), JSON.stringify([REACT]));
  writeFileSync(join(folder, REACT.file), 'packed');
  gateway = await start(SETTINGS);
});
afterAll(async () => {
  for (const app of running) await app.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => gateway.inject({ url, headers });

describe('/packages/', () => {
  it.each(['/packages/@burgee/react', '/packages/@burgee%2freact', '/packages/%40burgee%2Freact'])(
    '%s is the whole document of a package, with its only version',
    async (url) => {
      const { statusCode, headers, body } = await get(url);
      expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        expect.stringContaining('application/json'),
        'no-cache',
      ]);
      expect(JSON.parse(body)).toEqual({
        _id: '@burgee/react',
        name: '@burgee/react',
        description: 'Flags in React',
        license: 'Apache-2.0',
        'dist-tags': { latest: '1.2.3' },
        versions: {
          '1.2.3': {
            _id: '@burgee/react@1.2.3',
            ...REACT.manifest,
            dist: { ...REACT.dist, tarball: `https://flags.example.com${TARBALL}` },
          },
        },
      });
    },
  );

  it('answers npm with only what it needs to install', async () => {
    const accept = 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*';
    const { headers, body } = await get('/packages/@burgee%2freact', { accept });
    expect(headers).toMatchObject({ 'content-type': 'application/vnd.npm.install-v1+json', vary: 'accept' });
    const { name, version, peerDependencies, engines } = REACT.manifest;
    const dist = { ...REACT.dist, tarball: `https://flags.example.com${TARBALL}` };
    expect(JSON.parse(body)).toEqual({
      name,
      'dist-tags': { latest: version },
      versions: { [version]: { name, version, engines, peerDependencies, dist } },
    });
  });

  it('serves the tarball that the document names', async () => {
    const { statusCode, body, headers } = await get(TARBALL);
    expect([statusCode, body]).toEqual([200, 'packed']);
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-length': '6' });
  });

  it.each(['/packages/@burgee/react', TARBALL])('%s: answers HEAD, and 304 to what a client has', async (url) => {
    const { headers, body } = await get(url);
    const head = await gateway.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', String(body.length)]);
    expect(head.headers.etag).toBe(headers.etag);
    for (const tag of [String(headers.etag), `"x", W/${headers.etag}`]) {
      const again = await get(url, { 'if-none-match': tag });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
  });

  it.each([
    '/packages/',
    '/packages/react',
    '/packages/@burgee/none',
    '/packages/@burgee/react/1.2.4',
    '/packages/@burgee/react/-/react-1.2.4.tgz',
    '/packages/@burgee/sdk/-/react-1.2.3.tgz',
    '/packages/index.json',
    '/packages/burgee-react-1.2.3.tgz',
    '/packages/@burgee%2freact%2f..%2f..%2findex.json',
    '/packages/__proto__',
  ])('answers 404 to %s', async (url) => expect((await get(url)).statusCode).toBe(404));

  it.each(['PUT', 'POST', 'DELETE'] as const)('has no %s', async (method) => {
    expect((await gateway.inject({ method, url: '/packages/@burgee%2freact' })).statusCode).toBe(404);
  });
});

describe('the address of the tarballs', () => {
  const tarballFor = async (settings: PublicNames, host: string) => {
    const answer = await (await start(settings)).inject({ url: '/packages/@burgee/react', headers: { host } });
    const { versions, detail } = JSON.parse(answer.body) as {
      versions?: Record<string, { dist: { tarball: string } }>;
      detail?: string;
    };
    return versions?.['1.2.3']?.dist.tarball ?? detail;
  };

  it('begins with PUBLIC_URL, for any Host', async () => {
    expect(await tarballFor(SETTINGS, 'evil.example')).toBe(`https://flags.example.com${TARBALL}`);
  });

  it.each(['localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'flags.internal', 'FLAGS.internal:8080'])(
    'without PUBLIC_URL follows the Host %s',
    async (host) => {
      const settings = { PUBLIC_URL: undefined, ALLOWED_HOSTS: ['flags.internal'] };
      expect(await tarballFor(settings, host)).toBe(`http://${host.toLowerCase()}${TARBALL}`);
    },
  );

  it.each(['evil.example', 'localhost.evil.example', 'localhost:80@evil.example', '10.0.0.1'])(
    'without PUBLIC_URL never follows the Host %s',
    async (host) => {
      const detail = await tarballFor({ PUBLIC_URL: undefined, ALLOWED_HOSTS: undefined }, host);
      expect(detail).toBe('Packages need the public address. Set PUBLIC_URL on api-gateway.');
    },
  );
});

it('without a build has no package', async () => {
  const app = await start(SETTINGS, join(folder, 'none'));
  expect((await app.inject('/packages/@burgee/react')).statusCode).toBe(404);
});
