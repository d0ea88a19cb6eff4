import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readInstalled, sharedCluster, TestClient, tryInstalled } from '@burgee/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { NodeModulesRegistry } from '../node-modules-registry.js';

const run = promisify(execFile);
const { root, url } = sharedCluster();
const client = new TestClient(url);
/** npm has to find the others itself, as peers. */
const NAMED = ['@burgee/cli', '@burgee/openfeature-nestjs', '@burgee/openfeature-web', '@burgee/react'];
const ALL = [...NAMED, '@burgee/openfeature-server', '@burgee/sdk'].toSorted();

interface Lock {
  packages: Record<string, { version: string; integrity: string }>;
}

let work: string;
let publicRegistry: NodeModulesRegistry;
let publicUrl: string;
beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'burgee-from-instance-'));
  publicRegistry = new NodeModulesRegistry(join(root, 'node_modules'));
  publicUrl = await publicRegistry.start();
  // As an owner of the scope there could publish them.
  for (const name of ALL)
    publicRegistry.publish({ name, version: '99.0.0', main: 'index.js' }, "throw new Error('hostile')");
});
afterAll(async () => {
  await publicRegistry.stop();
  rmSync(work, { recursive: true });
});

/** An empty folder, for an application whose registry is the public one. */
function createApplication(name: string) {
  const folder = join(work, name);
  mkdirSync(folder);
  const options = [`--registry=${publicUrl}`, `--cache=${join(work, 'cache')}`, '--no-audit', '--no-fund'];
  return { folder, npm: (...args: string[]) => run('npm', [...args, ...options], { cwd: folder }) };
}

it('installs every package with its peers from Burgee, never from a public registry that has them too', async () => {
  const { folder, npm } = createApplication('scope');
  await npm('config', 'set', `@burgee:registry=${url}/packages/`, '--location=project');
  await npm('install', ...NAMED, 'react-dom', 'reflect-metadata');

  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Lock;
  const installed = Object.keys(packages).filter((path) => path.includes('node_modules/@burgee/'));
  expect(installed.toSorted()).toEqual(ALL.map((name) => `node_modules/${name}`));
  for (const name of ALL) {
    const { body } = await client.get(`/packages/${name}`);
    const { version, integrity } = packages[`node_modules/${name}`]!;
    expect([name, version, integrity]).toEqual([
      name,
      body['dist-tags'].latest,
      body.versions[version]?.dist.integrity,
    ]);
  }
  expect([...publicRegistry.asked].filter((name) => name.startsWith('@burgee'))).toEqual([]);

  await tryInstalled(folder, ALL);
});

it('installs a package without peers of the scope by the address of its tarball', async () => {
  const { body } = await client.get('/packages/@burgee%2fsdk');
  const version = body['dist-tags'].latest as string;
  const { folder, npm } = createApplication('address');
  await npm('install', body.versions[version].dist.tarball);
  expect(readInstalled(folder, '@burgee/sdk').version).toBe(version);
});
