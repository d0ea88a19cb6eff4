import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sharedCluster, TestClient } from '@burgee/testing';
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
  const inFolder = (program: string, ...args: string[]) => run(program, args, { cwd: folder });
  const options = [`--registry=${publicUrl}`, `--cache=${join(work, 'cache')}`, '--no-audit', '--no-fund'];
  return { folder, inFolder, npm: (...args: string[]) => inFolder('npm', ...args, ...options) };
}

const readInstalled = (folder: string, name: string) =>
  JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')) as {
    version: string;
    exports: Record<string, unknown>;
  };

it('installs every package with its peers from Burgee, never from a public registry that has them too', async () => {
  const { folder, inFolder, npm } = createApplication('scope');
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

  const entries = ALL.flatMap((name) =>
    Object.keys(readInstalled(folder, name).exports)
      .filter((entry) => !/^\.\/(package\.json|bin)$/.test(entry))
      .map((entry) => name + entry.slice(1)),
  );
  const lines = entries.map((entry, at) => `import * as entry${at} from '${entry}';\nconsole.log(typeof entry${at});`);
  const noSuch = entries.map((entry) => `// @ts-expect-error: no such export\nimport { no } from '${entry}';`);
  writeFileSync(join(folder, 'app.mjs'), ["import 'reflect-metadata';", ...lines].join('\n'));
  writeFileSync(join(folder, 'types.mts'), [...lines, ...noSuch].join('\n'));
  expect((await inFolder(process.execPath, 'app.mjs')).stdout).toBe('object\n'.repeat(entries.length));
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  const options = '--noEmit --strict --skipLibCheck --target es2022 --lib es2022,dom --module nodenext'.split(' ');
  const { stdout } = await inFolder(tsc, ...options, 'types.mts').catch((error: { stdout: string }) => error);
  expect(stdout).toBe('');
});

it('installs a package without peers of the scope by the address of its tarball', async () => {
  const { body } = await client.get('/packages/@burgee%2fsdk');
  const version = body['dist-tags'].latest as string;
  const { folder, npm } = createApplication('address');
  await npm('install', body.versions[version].dist.tarball);
  expect(readInstalled(folder, '@burgee/sdk').version).toBe(version);
});
