import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { transform as transformByEsbuild } from 'esbuild';
import { type Plugin, rolldown } from 'rolldown';
import { copyDeclarations, hasSource } from './declarations.js';
import { type Entry, inlined, type Manifest, type Project } from './publishable.js';

/** `./dist/testing/index.js` → `testing/index` */
const entryOf = (file: string): string => file.replace(/^\.\/dist\/|\.js$/g, '');

function exportsOf({ exports }: Manifest): object {
  const conditions = (format: string, { default: file, 'react-server': server }: Entry) => ({
    types: `./${format}/${entryOf(file)}.d.ts`,
    ...(server && { 'react-server': `./${format}/${entryOf(server)}.js` }),
    default: `./${format}/${entryOf(file)}.js`,
  });
  const doors = Object.entries(exports).map(([door, entry]) => [
    door,
    { import: conditions('esm', entry), require: conditions('cjs', entry) },
  ]);
  return Object.fromEntries([...doors, ['./package.json', './package.json']]);
}

const binOf = (bin: Record<string, string>): object =>
  Object.fromEntries(Object.entries(bin).map(([name, file]) => [name, `./esm/${entryOf(file)}.js`]));

/** Where the sources are, for the registry, and that anyone may install. @param repository of the workspace */
export function publishedFrom(repository: object | undefined, folder: string): object {
  return {
    ...(repository && { repository: { ...repository, directory: `libs/${basename(folder)}` } }),
    publishConfig: { access: 'public' },
  };
}

function manifestOf({ folder, manifest }: Project, repository: object | undefined): object {
  const { name, version, description, license, engines, dependencies, peerDependencies, peerDependenciesMeta } =
    manifest;
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    sideEffects: false,
    bin: manifest.bin && binOf(manifest.bin),
    exports: exportsOf(manifest),
    // For what reads no `exports`.
    main: './cjs/index.js',
    module: './esm/index.js',
    types: './cjs/index.d.ts',
    ...(manifest.scriptGlobal && { unpkg: './script.js', jsdelivr: './script.js' }),
    files: ['esm', 'cjs', ...(manifest.scriptGlobal ? ['script.js'] : [])],
    // The first with a fetch of its own.
    engines: { node: '>=18', ...engines },
    dependencies,
    peerDependencies,
    peerDependenciesMeta,
    ...publishedFrom(repository, folder),
  };
}

/** A package asks for these; everything else that it imports goes into it. */
function isExternal({ dependencies, peerDependencies }: Manifest, id: string): boolean {
  if (id.startsWith('node:')) return true;
  return Object.keys({ ...dependencies, ...peerDependencies }).some((name) => id === name || id.startsWith(`${name}/`));
}

const MANGLED = { mangleProps: /[a-z]_$/, target: 'es2022' } as const;

/**
 * Shortens the names of properties that end with an underscore, which no caller of a package sees: they take room in every page. All
 * names are chosen beforehand, file by file, so that every build chooses the same ones and every file the same one.
 */
async function shortenProperties(folder: string): Promise<Plugin> {
  const isConcerned = (code: string) => /\w_\b/.test(code);
  const files = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.js') && hasSource(folder, file),
  );
  let mangleCache: Record<string, string | false> = {};
  for (const file of files.toSorted()) {
    const code = readFileSync(join(folder, 'dist', file), 'utf8');
    if (isConcerned(code)) mangleCache = (await transformByEsbuild(code, { ...MANGLED, mangleCache })).mangleCache;
  }
  return {
    name: 'shorten-properties',
    async transform(code) {
      if (!isConcerned(code)) return undefined;
      const shortened = await transformByEsbuild(code, { ...MANGLED, mangleCache });
      return { code: shortened.code, map: null };
    },
  };
}

async function bundle({ folder, manifest }: Project, target: string): Promise<void> {
  const files = Object.values(manifest.exports).flatMap((entry) => [entry.default, entry['react-server'] ?? []].flat());
  const input = Object.fromEntries(files.map((file) => [entryOf(file), join(folder, file)]));
  const external = (id: string): boolean => isExternal(manifest, id);
  // A server component must not run what uses React: it passes it on to the page.
  const banner = ({ imports }: { imports: string[] }): string => (imports.includes('react') ? "'use client';" : '');
  const transform = { target: 'es2020' };
  // Constants go where they are used, and expressions are as short as they can be: not every bundler does that. Names stay.
  const optimization = { inlineConst: { mode: 'all', pass: 3 } } as const;
  const minify = { compress: true, mangle: false, codegen: false };
  const names = { entryFileNames: '[name].js', chunkFileNames: '_chunks/[name].js', comments: false, banner, minify };
  const plugins = [await shortenProperties(folder)];
  const build = await rolldown({ input, external, transform, optimization, plugins });
  await build.write({ ...names, dir: join(target, 'esm'), format: 'esm' });
  await build.write({ ...names, dir: join(target, 'cjs'), format: 'cjs' });
  await build.close();
  if (!manifest.scriptGlobal) return;
  const script = await rolldown({
    input: join(folder, manifest.exports['.']?.default ?? ''),
    external,
    transform,
    plugins,
  });
  await script.write({
    file: join(target, 'script.js'),
    format: 'iife',
    name: manifest.scriptGlobal,
    minify: true,
    comments: false,
    esModule: false,
    generatedCode: { symbols: false },
  });
  await script.close();
}

/**
 * Makes of a library the package that is published: ESM, CommonJS and types, with our other libraries inside.
 * @returns its folder
 */
export async function buildPackage(root: string, project: Project, packagesFolder: string): Promise<string> {
  const target = join(packagesFolder, basename(project.folder));
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  await bundle(project, target);
  for (const format of ['esm', 'cjs']) copyDeclarations(project, inlined(root, project), join(target, format));
  writeFileSync(join(target, 'cjs', 'package.json'), '{ "type": "commonjs" }\n');
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { repository?: object };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifestOf(project, repository), undefined, 2)}\n`);
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
  const readme = join(project.folder, 'README.md');
  if (existsSync(readme)) cpSync(readme, join(target, 'README.md'));
  return target;
}
