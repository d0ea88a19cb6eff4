import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publint } from 'publint';
import { pack } from './pack.js';
import { type Manifest, publishable } from './publishable.js';

const ROOT = process.cwd();
const run = promisify(execFile);
const PACKAGES = publishable(ROOT).map(({ folder, manifest }) => [manifest.name, basename(folder)] as const);

let work: string;
const folderOf = (name: string) => join(work, name);
beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'burgee-packages-'));
  // In a process of its own: what is written in Rust does not know the arrays of Jest's.
  const main = pathToFileURL(join(ROOT, 'tools', 'dist', 'package', 'main.js')).href;
  const script = `await (await import('${main}')).packageAll(${JSON.stringify(ROOT)}, ${JSON.stringify(work)})`;
  await run(process.execPath, ['--input-type=module', '--eval', script]);
}, 60_000);
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** As an application bundles it; in a process of its own, as the bundler's native half knows no objects of a test's world. */
const BUNDLE = `
  import { rolldown } from 'rolldown';
  const [input, file] = process.argv.slice(1);
  const bundle = await rolldown({ input });
  await bundle.write({ file, format: 'esm', minify: true, comments: false });`;

const gzipped = (text: string) => gzipSync(text, { level: 9 }).length;

describe.each(PACKAGES)('%s', (_, name) => {
  it('is a package that publint finds nothing wrong with', async () => {
    const { messages } = await publint({ pkgDir: folderOf(name), strict: true, pack: false });
    expect(messages).toEqual([]);
  });

  it('has types that are right for whoever imports or requires it', async () => {
    const tarball = new Uint8Array(readFileSync(await pack(folderOf(name))));
    const result = await checkPackage(createPackageFromTarballData(tarball));
    // TypeScript of before 2022 knows no `exports`: it sees the main door alone.
    const problems = 'problems' in result ? result.problems : [];
    const old = (problem: object) => 'resolutionKind' in problem && problem.resolutionKind === 'node10';
    expect(result.types).toMatchObject({ kind: 'included' });
    expect(problems.filter((problem) => !old(problem))).toEqual([]);
  }, 60_000);
});

describe('declarations', () => {
  it.each(PACKAGES)('those of %s name no library of ours that is not installed with it', (own, name) => {
    const manifest = JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8')) as Manifest;
    const installed = new Set([own, ...Object.keys(manifest.peerDependencies ?? {})]);
    const files = readdirSync(folderOf(name), { recursive: true, encoding: 'utf8' }).filter((one) =>
      one.endsWith('.d.ts'),
    );
    const named = files.flatMap((file) =>
      // What comments show is no import.
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

  it('weighs at most 4.5 kB, minified and gzipped, with everything in it', async () => {
    const [input, file] = [join(folderOf('sdk'), 'esm', 'index.js'), join(work, 'bundle.js')];
    await run(process.execPath, ['--input-type=module', '--eval', BUNDLE, input, file], { cwd: ROOT });
    expect(gzipped(readFileSync(file, 'utf8'))).toBeLessThanOrEqual(4_500);
    expect(gzipped(readFileSync(join(folderOf('sdk'), 'script.js'), 'utf8'))).toBeLessThanOrEqual(4_500);
  });

  it('uses no syntax younger than ES2020', async () => {
    const younger = /\?\?=|\|\|=|&&=|static\s*\{|#\w+\s*[=;(]/;
    const files = [
      'esm/_chunks/create-client.js',
      'esm/_chunks/evaluate.js',
      'cjs/_chunks/create-client.js',
      'script.js',
    ];
    for (const file of files) expect(readFileSync(join(folderOf('sdk'), file), 'utf8')).not.toMatch(younger);
  });

  it('works where it is installed: imported, required, and type-checked', async () => {
    const app = join(work, 'app');
    mkdirSync(app);
    writeFileSync(join(app, 'package.json'), '{ "name": "app", "private": true }');
    const quiet = ['--offline', '--no-audit', '--no-fund'];
    await run('npm', ['install', ...quiet, await pack(folderOf('sdk'))], { cwd: app });

    const use = (how: string) => `${how}
      const flags = createTestClient({ 'new-checkout': true });
      const client = createClient({ sdkKey: '', baseUrl: '', offline: true, logger: { warn() {} } });
      const { value } = evaluate([], 'new-checkout', 7);
      console.log(flags.bool('new-checkout', false), client.number('x', 3), value);`;
    const names = [
      ['{ createClient }', '@burgee/sdk'],
      ['{ createTestClient }', '@burgee/sdk/testing'],
      ['{ evaluate }', '@burgee/sdk/evaluation'],
    ];
    writeFileSync(join(app, 'esm.mjs'), use(names.map(([what, from]) => `import ${what} from '${from}';`).join('\n')));
    writeFileSync(
      join(app, 'cjs.cjs'),
      use(names.map(([what, from]) => `const ${what} = require('${from}');`).join('\n')),
    );
    for (const file of ['esm.mjs', 'cjs.cjs'])
      expect((await run(process.execPath, [file], { cwd: app })).stdout).toBe('true 3 7\n');

    writeFileSync(
      join(app, 'typed.ts'),
      `import { createClient } from '@burgee/sdk';
       declare module '@burgee/sdk' {
         interface BurgeeFlags { 'new-checkout': 'boolean'; theme: 'string' }
       }
       const client = createClient({ sdkKey: '', baseUrl: '' });
       export const right: boolean = client.bool('new-checkout', false);
       // @ts-expect-error: no such flag
       client.bool('new-chekout', false);
       // @ts-expect-error: a flag of another type
       client.bool('theme', false);`,
    );
    const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
    const options = '--noEmit --strict --target es2020 --lib es2020,dom --types';
    for (const module of [
      ['nodenext', 'nodenext'],
      ['esnext', 'bundler'],
    ])
      await run(
        tsc,
        [...options.split(' '), '', '--module', module[0]!, '--moduleResolution', module[1]!, 'typed.ts'],
        {
          cwd: app,
        },
      );
  }, 60_000);
});
