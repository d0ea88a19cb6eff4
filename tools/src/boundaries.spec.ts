import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const ROOT = process.cwd();
const TABLE = 'tools/src/boundaries/allowed-imports.mjs';

interface Project {
  folder: string;
  name: string;
  dependencies: string[];
  entryPoints: string[];
  tags: string[];
}

function readProject(folder: string): Project {
  const manifest = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
  return {
    folder,
    name: manifest.name,
    dependencies: Object.keys({
      ...manifest.dependencies,
      // A published package contains some of what it imports, and asks its users to install the rest.
      ...manifest.devDependencies,
      ...manifest.peerDependencies,
    }).filter((dependency) => dependency.startsWith('@burgee/')),
    entryPoints: Object.keys(manifest.exports ?? {}).map((path) => manifest.name + path.slice(1)),
    tags: manifest.nx.tags,
  };
}

const folders = ['apps', 'libs'].flatMap((group) => readdirSync(join(ROOT, group)).map((name) => join(group, name)));
const PROJECTS = [...folders, 'tools', 'e2e'].map(readProject);
const ENTRY_POINTS = PROJECTS.flatMap(({ entryPoints }) => entryPoints);
/** Two ways into another project. */
const pastEntryPoints = (folder: string) => [
  '@burgee/contracts/dist/errors.js',
  `../../../../libs/${folder === 'libs/contracts' ? 'sdk' : 'contracts'}/src/errors.js`,
];
const PACKAGES = ['pino', '@nestjs/common', 'typeorm', 'ioredis', '@nats-io/transport-node'];
/** Folders of a project that has no layers in the table; one of them has no layer here either. */
const LAYERS = ['lowest', 'left', 'right', 'above', 'highest', 'unlisted'];
const MORE_OF_THE_TABLE = `LAYERS['api-gateway'] = ['lowest', ['left', ['right', 'above']], 'highest'];`;
const CYCLE = ['one', 'two', 'three'];

let workspace: string;
/** The probes that lint refuses, by path, with the rule that does. */
let refused: Map<string, string>;

const probePath = (folder: string, specifier: string, suffix = '.ts') =>
  join(folder, 'src', 'inner', specifier.replaceAll(/[^a-z]+/g, '-') + suffix);

function write(path: string, specifier: string): void {
  mkdirSync(join(workspace, path, '..'), { recursive: true });
  writeFileSync(join(workspace, path), `import { something } from '${specifier}';\nexport const probe = something;\n`);
}

const layerProbe = (from: string, to: string) => `apps/api-gateway/src/${from}/imports-${to}.ts`;

function lint(): Map<string, string> {
  const rules = ['burgee/boundaries', 'import/no-cycle'].flatMap((rule) => ['-D', rule]);
  const oxlint = join(ROOT, 'node_modules', '.bin', 'oxlint');
  const options = { cwd: workspace, encoding: 'utf8' } as const;
  const { stdout } = spawnSync(oxlint, ['--format', 'json', '-A', 'all', ...rules, '.'], options);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  return new Map(diagnostics.map(({ code, filename }) => [filename, code]));
}

/** Our lint configuration over a tree in which every project imports every entry point. */
beforeAll(() => {
  workspace = mkdtempSync(join(tmpdir(), 'burgee-boundaries-'));
  for (const path of [
    '.oxlintrc.json',
    'tools/src/boundaries',
    'tools/src/lint',
    ...PROJECTS.map(({ folder }) => `${folder}/package.json`),
  ])
    cpSync(join(ROOT, path), join(workspace, path), { recursive: true });
  appendFileSync(join(workspace, TABLE), MORE_OF_THE_TABLE);
  for (const { folder } of PROJECTS) {
    for (const specifier of [...ENTRY_POINTS, ...pastEntryPoints(folder)])
      write(probePath(folder, specifier), specifier);
    write(probePath(folder, '@burgee/testing', '.spec.ts'), '@burgee/testing');
  }
  for (const name of PACKAGES) write(probePath('libs/flag-serving', name), name);
  for (const from of LAYERS) for (const to of LAYERS) write(layerProbe(from, to), `../${to}/index.js`);
  for (const [index, name] of CYCLE.entries()) write(`libs/session/src/${name}.ts`, `./${CYCLE[(index + 1) % 3]}.js`);
  refused = lint();
});
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

describe('module boundaries: lint refuses an import that the table does not allow', () => {
  it.each(PROJECTS.map((project) => [project.folder, project] as const))(
    '%s may import exactly what its row says, and its package.json names the same projects',
    async (folder, { name, dependencies }) => {
      const { ALLOWED_IMPORTS } = (await import(join(ROOT, TABLE))) as { ALLOWED_IMPORTS: Record<string, string[]> };
      const row = (ALLOWED_IMPORTS[basename(folder)] ?? []).map((module) => `@burgee/${module}`);
      const isAllowed = (entryPoint: string) => row.some((one) => `${entryPoint}/`.startsWith(`${one}/`));
      const accepted = ENTRY_POINTS.filter((entryPoint) => !refused.has(probePath(folder, entryPoint)));
      expect(accepted).toEqual(ENTRY_POINTS.filter(isAllowed));
      const projects = new Set(row.map((one) => one.split('/').slice(0, 2).join('/')));
      projects.delete(name);
      expect([...projects].toSorted()).toEqual(dependencies.toSorted());
    },
  );

  it.each(PROJECTS.map(({ folder }) => folder))('%s may not import a project past its entry points', (folder) => {
    for (const specifier of pastEntryPoints(folder))
      expect([...refused.keys()]).toContain(probePath(folder, specifier));
  });

  it('an app may import the test harness in its specs and nowhere else', () => {
    expect(refused.has(probePath('apps/auth', '@burgee/testing'))).toBe(true);
    expect(refused.has(probePath('apps/auth', '@burgee/testing', '.spec.ts'))).toBe(false);
  });

  it('a module may not import a package that the table refuses it', () => {
    const accepted = PACKAGES.filter((name) => !refused.has(probePath('libs/flag-serving', name)));
    expect(accepted).toEqual(['pino']);
  });

  it('a folder may import those below it in the table of layers, and no other', () => {
    const accepted = LAYERS.flatMap((from) =>
      LAYERS.filter((to) => !refused.has(layerProbe(from, to))).map((to) => `${from} → ${to}`),
    );
    expect(accepted).toEqual([
      'lowest → lowest',
      'left → lowest',
      'left → left',
      'right → lowest',
      'right → right',
      'above → lowest',
      'above → right',
      'above → above',
      'highest → lowest',
      'highest → left',
      'highest → right',
      'highest → above',
      'highest → highest',
      'unlisted → unlisted',
    ]);
  });

  it('an import cycle is refused', () => {
    expect(CYCLE.map((name) => refused.get(`libs/session/src/${name}.ts`))).toEqual(
      CYCLE.map(() => 'import(no-cycle)'),
    );
  });

  it.each(PROJECTS)('$folder is tagged with its type', ({ tags }) => {
    expect(tags).toEqual(expect.arrayContaining([expect.stringMatching(/^type:/)]));
  });
});
