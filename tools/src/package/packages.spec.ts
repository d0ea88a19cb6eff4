import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publint } from 'publint';
import { measureSize } from './measure-size.js';
import { pack } from './pack.js';
import { packageApart } from './package-apart.js';
import { type Manifest, publishable } from './publishable.js';

const ROOT = process.cwd();
const run = promisify(execFile);
const PROJECTS = publishable(ROOT);
const PACKAGES = PROJECTS.map(({ folder, manifest }) => [manifest.name, basename(folder)] as const);
/** Every entry point of the packages that can be imported. */
const ENTRY_POINTS = PROJECTS.flatMap(({ manifest }) =>
  Object.keys(manifest.exports).map((entry) => `${manifest.name}${entry.slice(1)}`),
).filter((entry) => entry !== '@burgee/cli/bin');

interface Repository {
  repository?: object;
}

let work: string;
let app: string;
/** The packed packages, by the names of their folders. */
const tarballs = new Map<string, string>();
const folderOf = (name: string) => join(work, name);
const inApp = (command: string, ...args: string[]) => run(command, args, { cwd: app });
const write = (name: string, text: string) => {
  mkdirSync(dirname(join(app, name)), { recursive: true });
  writeFileSync(join(app, name), text);
};

/** Links the peer dependencies from this repository, so that the spec needs no network. */
function linkPeers(manifests: Manifest[]): void {
  const peers = new Set(manifests.flatMap(({ peerDependencies = {} }) => Object.keys(peerDependencies)));
  // For the checks below: who uses React or Nest has these too.
  for (const name of [...peers, 'react-dom', 'reflect-metadata', '@types/react', '@types/node']) {
    const place = join(app, 'node_modules', name);
    if (existsSync(place)) continue;
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), place);
  }
}

/** An application outside of this repository, with every package as it is published. */
beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'burgee-installed-'));
  await packageApart(ROOT, work);
  const packed = await pack(PACKAGES.map(([, name]) => folderOf(name)));
  packed.forEach(({ filename }, at) => tarballs.set(PACKAGES[at]![1], join(work, filename)));
  app = join(work, 'app');
  mkdirSync(app);
  write('package.json', '{ "name": "app", "private": true, "type": "module" }');
  await inApp('npm', 'install', '--offline', '--legacy-peer-deps', '--no-audit', '--no-fund', ...tarballs.values());
  linkPeers(PROJECTS.map(({ manifest }) => manifest));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

describe.each(PACKAGES)('%s', (_, name) => {
  it('is a package that publint finds nothing wrong with', async () => {
    const { messages } = await publint({ pkgDir: folderOf(name), strict: true, pack: false });
    expect(messages).toEqual([]);
  });

  it('is public, from the repository of package.json', () => {
    const read = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Repository;
    const { repository } = read(ROOT);
    expect(read(folderOf(name))).toMatchObject({
      publishConfig: { access: 'public' },
      ...(repository && { repository: { ...repository, directory: `libs/${name}` } }),
    });
  });

  it('has types that work with import and with require', async () => {
    const tarball = new Uint8Array(readFileSync(tarballs.get(name)!));
    const result = await checkPackage(createPackageFromTarballData(tarball));
    // TypeScript of before 2022 knows no `exports`: it sees the main door alone.
    const problems = 'problems' in result ? result.problems : [];
    const old = (problem: object) => 'resolutionKind' in problem && problem.resolutionKind === 'node10';
    expect(result.types).toMatchObject({ kind: 'included' });
    expect(problems.filter((problem) => !old(problem))).toEqual([]);
  });
});

describe('declarations', () => {
  it.each(PACKAGES)('of %s name only libraries of ours that install with it', (own, name) => {
    const manifest = JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8')) as Manifest;
    const installed = new Set([own, ...Object.keys(manifest.peerDependencies ?? {})]);
    const files = readdirSync(folderOf(name), { recursive: true, encoding: 'utf8' }).filter((one) =>
      one.endsWith('.d.ts'),
    );
    const named = files.flatMap((file) =>
      // Examples in comments are not imports.
      [...readFileSync(join(folderOf(name), file), 'utf8').matchAll(/(?:from |import\()['"](@burgee\/[\w-]+)/g)].map(
        ([, library]) => library,
      ),
    );
    expect(named.filter((library) => !installed.has(library as string))).toEqual([]);
  });
});

describe('@burgee/sdk as it is published', () => {
  it('brings no other package with it', () => {
    const manifest = JSON.parse(readFileSync(join(folderOf('sdk'), 'package.json'), 'utf8')) as object;
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('peerDependencies');
  });

  it('has at most 5,400 bytes, minified and compressed, with everything in it', async () => {
    expect(await measureSize(join(folderOf('sdk'), 'esm', 'index.js'))).toBeLessThanOrEqual(5_400);
  });

  it('has entries of the sizes that its page lists', async () => {
    const { exports } = PROJECTS.find(({ manifest }) => manifest.name === '@burgee/sdk')!.manifest;
    const page = readFileSync(join(folderOf('sdk'), 'README.md'), 'utf8');
    const listed = new Map(
      [...page.matchAll(/^\| `@burgee\/sdk([\w/]*)` +\| ([\d,]+) +\|/gm)].map(([, entry, bytes]) => [
        `.${entry}`,
        Number(bytes?.replaceAll(',', '')),
      ]),
    );
    expect([...listed.keys()].toSorted()).toEqual(Object.keys(exports).toSorted());
    for (const [entry, bytes] of listed) {
      const file = exports[entry]!.default.replace('./dist/', '');
      const size = await measureSize(join(folderOf('sdk'), 'esm', file));
      // A limit that is far from the size tells nothing.
      expect([entry, size <= bytes && size > bytes * 0.8]).toEqual([entry, true]);
    }
  });

  it('uses no syntax younger than ES2020', async () => {
    const younger = /\?\?=|\|\|=|&&=|static\s*\{|#\w+\s*[=;(]/;
    const files = readdirSync(folderOf('sdk'), { recursive: true, encoding: 'utf8' });
    expect(files).toContain('script.js');
    for (const file of files.filter((one) => one.endsWith('.js')))
      expect(readFileSync(join(folderOf('sdk'), file), 'utf8')).not.toMatch(younger);
  });
});

describe('@burgee/react as it is published', () => {
  it('has an entry for server components, where React has neither context nor state', async () => {
    const use = "import('@burgee/react/server').then(({ bootstrapOf }) => console.log(typeof bootstrapOf))";
    const { stdout } = await inApp(process.execPath, '--conditions', 'react-server', '--eval', use);
    expect(stdout).toBe('function\n');
  });

  it.each(['esm', 'cjs'])("marks what imports React with 'use client', and nothing else: %s", (format) => {
    const folder = join(folderOf('react'), format);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('.js'));
    const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'));
    const isMarked = (text: string) => /^['"]use client['"];/.test(text);
    const imports = (text: string) => /from "react"|require\("react"\)/.test(text);
    expect(texts.filter(isMarked)).toEqual(texts.filter(imports));
    expect(texts.filter(isMarked).length).toBeGreaterThan(1);
  });
});

describe('every package in an application of its own', () => {
  it('gives the same by import and by require', async () => {
    const names = "Object.keys(all).filter((name) => !['default', 'module.exports'].includes(name)).sort().join()";
    const list = JSON.stringify(ENTRY_POINTS);
    write(
      'entry-points.mjs',
      `import 'reflect-metadata'; for (const entry of ${list}) { const all = await import(entry); console.log(entry, ${names}); }`,
    );
    write(
      'entry-points.cjs',
      `require('reflect-metadata'); for (const entry of ${list}) { const all = require(entry); console.log(entry, ${names}); }`,
    );
    const imported = (await inApp(process.execPath, 'entry-points.mjs')).stdout;
    expect((await inApp(process.execPath, 'entry-points.cjs')).stdout).toBe(imported);
    for (const entry of ENTRY_POINTS) expect(imported).toMatch(new RegExp(`^${entry} \\w+`, 'm'));
  });

  it.each([
    [
      'import',
      "import 'reflect-metadata';",
      'use.mjs',
      (what: string, from: string) => `import ${what} from '${from}';`,
    ],
    [
      'require',
      "require('reflect-metadata');",
      'use.cjs',
      (what: string, from: string) => `const ${what.replaceAll(' as ', ': ')} = require('${from}');`,
    ],
  ])(
    'works by %s: each with the one @burgee/sdk, React and OpenFeature that the application has',
    async (_, first, file, load) => {
      const lines = [
        ['{ createTestClient }', '@burgee/sdk/testing'],
        ['{ BurgeeTestProvider }', '@burgee/react/testing'],
        ['{ useBooleanFlagValue }', '@burgee/react'],
        ['{ createElement }', 'react'],
        ['{ renderToString }', 'react-dom/server'],
        ['{ BurgeeProvider }', '@burgee/openfeature-server'],
        ['{ OpenFeature as Server }', '@openfeature/server-sdk'],
        ['{ BurgeeWebProvider }', '@burgee/openfeature-web'],
        ['{ OpenFeature as Web }', '@openfeature/web-sdk'],
        ['{ BurgeeModule, getOpenFeatureClientToken }', '@burgee/openfeature-nestjs'],
        ['{ Module }', '@nestjs/common'],
        ['{ NestFactory }', '@nestjs/core'],
      ].map(([what, from]) => load(what as string, from as string));
      const body = `
      const values = { 'new-checkout': true };
      const client = createTestClient(values);
      const Page = () => createElement('p', null, String(useBooleanFlagValue('new-checkout', false)));
      console.log(renderToString(createElement(BurgeeTestProvider, { flagValueMap: values }, createElement(Page))));
      void (async () => {
        await Server.setProviderAndWait('a', new BurgeeProvider({ client }));
        console.log('server', await Server.getClient('a').getBooleanValue('new-checkout', false));
        await Web.setProviderAndWait('a', new BurgeeWebProvider({ client }));
        console.log('web', Web.getClient('a').getBooleanValue('new-checkout', false));
        class App {}
        Module({ imports: [BurgeeModule.forRoot({ client })] })(App);
        const nest = await NestFactory.createApplicationContext(App, { logger: false });
        console.log('nest', await nest.get(getOpenFeatureClientToken()).getBooleanValue('new-checkout', false));
        await nest.close();
      })();`;
      write(file, [first, ...lines, body].join('\n'));
      expect((await inApp(process.execPath, file)).stdout).toBe('<p>true</p>\nserver true\nweb true\nnest true\n');
    },
  );

  it('has types for applications of either kind, however they resolve modules', async () => {
    const use = `
      import { createClient, type BurgeeClient } from '@burgee/sdk';
      import { evaluate } from '@burgee/sdk/evaluation';
      import { useBooleanFlagValue } from '@burgee/react';
      import { BurgeeTestProvider } from '@burgee/react/testing';
      import { BurgeeProvider } from '@burgee/openfeature-server';
      import { BurgeeWebProvider } from '@burgee/openfeature-web';
      import { OpenFeature as Server } from '@openfeature/server-sdk';
      import { OpenFeature as Web } from '@openfeature/web-sdk';
      const client: BurgeeClient = createClient({ sdkKey: '', baseUrl: '' });
      const isNew: boolean = client.bool('new-checkout', false);
      Server.setProvider(new BurgeeProvider({ client }));
      Web.setProvider(new BurgeeWebProvider({ baseUrl: '', sdkKey: '', inactivityDelaySec: 5 }));
      // @ts-expect-error: a default of another type
      useBooleanFlagValue('new-checkout', 'no');
      // @ts-expect-error: no such option
      createClient({ sdkKey: '', baseUrl: '', retries: 3 });
      console.log(isNew, evaluate, BurgeeTestProvider);`;
    const nest = `
      import { BurgeeModule, OpenFeatureClient } from '@burgee/openfeature-nestjs';
      import type { Client } from '@openfeature/server-sdk';
      export class Shop { constructor(@OpenFeatureClient() readonly flags: Client) {} }
      export const options = BurgeeModule.forRootAsync({ inject: ['KEY'], useFactory: (sdkKey: string) => ({ baseUrl: '', sdkKey }) });
      // @ts-expect-error: no such option
      BurgeeModule.forRoot({ baseUrl: '', sdkKey: '', retries: 3 });`;
    for (const [name, text] of Object.entries({ 'all.ts': use, 'all.cts': use, 'nest.ts': nest, 'nest.cts': nest }))
      write(name, text);
    const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
    const options =
      '--noEmit --strict --skipLibCheck --experimentalDecorators --target es2022 --lib es2022,dom --types node'.split(
        ' ',
      );
    const expectCompiled = (module: string, resolution: string, ...files: string[]) =>
      inApp(tsc, ...options, '--module', module, '--moduleResolution', resolution, ...files).catch(({ stdout }) => {
        throw new Error(`${module}: ${stdout}`);
      });
    await expectCompiled('esnext', 'bundler', 'all.ts', 'nest.ts');
    // By node16 nothing that is required may be ESM alone, as Nest 12 is.
    await expectCompiled('node16', 'node16', 'all.ts', 'all.cts', 'nest.ts');
    await expectCompiled('nodenext', 'nodenext', 'all.ts', 'all.cts', 'nest.ts', 'nest.cts');
  });
});

describe('npx burgee types', () => {
  const FLAG = {
    flag_id: '1',
    key: 'new-checkout',
    name: '',
    type: 'boolean',
    is_enabled: true,
    rollout_percentage: 100,
  };
  let server: Server;
  beforeAll(async () => {
    server = createServer((_request, response) => void response.end(JSON.stringify([FLAG]))).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => void server.close());

  it('keys and the types of their values hold wherever a key is named', async () => {
    write(
      'typed/keys.d.ts',
      `import '@burgee/sdk';
       interface Limits { uploads: number }
       declare module '@burgee/sdk' {
         interface BurgeeFlags { 'new-checkout': 'boolean'; theme: 'string'; size: 'number'; anything: 'json'; limits: Limits }
       }`,
    );
    write(
      'typed/all.ts',
      `import { createClient } from '@burgee/sdk';
       import { FeatureFlag, useFlag, useObjectFlagValue, useSuspenseFlag } from '@burgee/react';
       interface Limits { uploads: number }
       const client = createClient({ sdkKey: '', baseUrl: '', context: { targetingKey: null } });
       const limits: Limits = client.json('limits', { uploads: 1 });
       const anything: Limits = client.json<Limits>('anything', limits);
       const details: boolean = client.details('new-checkout', false).value;
       const flag: number = useFlag('size', 1).value;
       const suspended: string = useSuspenseFlag('theme', 'light').value;
       const object: Limits = useObjectFlagValue('limits', limits);
       const { theme, 'new-checkout': isNew }: { theme?: string | undefined; 'new-checkout'?: boolean | undefined } = client.all();
       client.on('change:theme', ({ keys }) => keys);
       client.flag('theme');
       // @ts-expect-error: no such flag
       client.on('change:thene', () => undefined);
       // @ts-expect-error: no such flag
       client.flag('thene');
       // @ts-expect-error: no such flag
       client.all().thene;
       // @ts-expect-error: no such flag
       client.details('thene', '');
       // @ts-expect-error: a flag of another type
       client.details('theme', false);
       // @ts-expect-error: a value of another shape
       client.json('limits', { downloads: 1 });
       // @ts-expect-error: a flag of another type
       client.json('theme', {});
       // @ts-expect-error: no such flag
       useFlag('thene', '');
       // @ts-expect-error: a flag of another type
       useFlag('theme', false);
       FeatureFlag({ flagKey: 'theme', defaultValue: 'light', matchValue: 'dark', fallback: ({ value }) => value.trim() });
       FeatureFlag({ flagKey: 'limits', defaultValue: limits, predicate: (_, { value }) => value.uploads > 1 });
       // @ts-expect-error: no such flag
       FeatureFlag({ flagKey: 'thene', defaultValue: '' });
       // @ts-expect-error: a flag of another type
       FeatureFlag({ flagKey: 'theme', defaultValue: false });
       console.log(limits, anything, details, flag, suspended, object, theme, isNew);`,
    );
    write(
      'untyped.ts',
      `import { createClient } from '@burgee/sdk';
       import { FeatureFlag, useFlag } from '@burgee/react';
       interface Limits { uploads: number }
       const client = createClient({ sdkKey: '', baseUrl: '' });
       const fallback: Limits = { uploads: 1 };
       const limits: Limits[] = [client.json('limits', fallback), client.json<Limits>('limits', fallback), client.details('limits', fallback).value];
       const isNew: boolean = client.details('new-checkout', false).value || useFlag('new-checkout', false).value;
       FeatureFlag({ flagKey: 'theme', defaultValue: 'light', matchValue: 'dark', children: ({ value }) => value });
       console.log(limits, isNew, client.all()['new-checkout']);`,
    );
    const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
    const options = '--noEmit --strict --skipLibCheck --target es2022 --lib es2022,dom --types node --module nodenext';
    for (const files of [['typed/all.ts', 'typed/keys.d.ts'], ['untyped.ts']]) {
      const { stdout } = await inApp(tsc, ...options.split(' '), ...files).catch((error: { stdout: string }) => error);
      expect(stdout).toBe('');
    }
  });

  it('writes the keys, and then only these compile', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { stdout } = await inApp('npx', '--offline', 'burgee', 'types', '--url', url, '--key', 'bge_sdk_x');
    expect(stdout).toBe('burgee-flags.d.ts: 1 flag.\n');
    expect(readFileSync(join(app, 'burgee-flags.d.ts'), 'utf8')).toContain('"new-checkout": "boolean"');
    write(
      'keys.ts',
      `import { createClient } from '@burgee/sdk';
       const client = createClient({ sdkKey: '', baseUrl: '' });
       client.bool('new-checkout', false);
       // @ts-expect-error: no such flag
       client.bool('new-chekout', false);
       // @ts-expect-error: a flag of another type
       client.string('new-checkout', '');`,
    );
    const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
    const options = '--noEmit --strict --target es2022 --lib es2022,dom --types node --module nodenext';
    await inApp(tsc, ...options.split(' '), 'keys.ts', 'burgee-flags.d.ts');
  });
});
