import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const ROOT = process.cwd();

interface Project {
  folder: string;
  name: string;
  dependencies: string[];
  doors: string[];
  tags: string[];
}

function readProject(folder: string): Project {
  const manifest = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
  const doors = Object.keys(manifest.exports ?? {}).map((door) => manifest.name + door.slice(1));
  return {
    folder,
    name: manifest.name,
    dependencies: Object.keys({
      ...manifest.dependencies,
      // A package that is published carries what it leans on inside, or asks its users to bring it.
      ...manifest.devDependencies,
      ...manifest.peerDependencies,
    }).filter((dependency) => dependency.startsWith('@burgee/')),
    doors,
    tags: manifest.nx.tags,
  };
}

const folders = ['apps', 'libs'].flatMap((group) => readdirSync(join(ROOT, group)).map((name) => join(group, name)));
const PROJECTS = [...folders, 'tools', 'e2e'].map(readProject);
const DOORS = PROJECTS.flatMap((project) => project.doors);
const FORBIDDEN_EVERYWHERE = ['@burgee/contracts/dist/errors.js', '../../../../libs/contracts/src/errors.js'];

let workspace: string;
/** Which of the probes lint refused, by their path. */
let refused: Set<string>;

const probeOf = (folder: string, specifier: string, suffix = '.ts') =>
  join(folder, 'src', 'inner', specifier.replaceAll(/[^a-z]+/g, '-') + suffix);

function write(path: string, specifier: string): void {
  mkdirSync(join(workspace, path, '..'), { recursive: true });
  writeFileSync(join(workspace, path), `import { something } from '${specifier}';\nexport const probe = something;\n`);
}

/** A copy of the rules over a tree in which every project imports every door. */
beforeAll(() => {
  workspace = mkdtempSync(join(tmpdir(), 'burgee-boundaries-'));
  cpSync(join(ROOT, '.oxlintrc.json'), join(workspace, '.oxlintrc.json'));
  for (const { folder } of PROJECTS) {
    for (const specifier of [...DOORS, ...FORBIDDEN_EVERYWHERE]) write(probeOf(folder, specifier), specifier);
    write(probeOf(folder, '@burgee/testing', '.spec.ts'), '@burgee/testing');
  }
  const args = ['--format', 'json', '-A', 'all', '-D', 'no-restricted-imports', '.'];
  const { stdout } = spawnSync(join(ROOT, 'node_modules', '.bin', 'oxlint'), args, {
    cwd: workspace,
    encoding: 'utf8',
  });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  refused = new Set(
    diagnostics.filter(({ code }) => code.includes('no-restricted-imports')).map(({ filename }) => filename),
  );
});
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

describe('module boundaries: a forbidden import fails lint', () => {
  it.each(PROJECTS.map((project) => [project.folder, project] as const))(
    '%s may import exactly the projects that its package.json names',
    (folder, project) => {
      const allowed = PROJECTS.filter(({ doors }) => doors.some((door) => !refused.has(probeOf(folder, door))));
      expect(allowed.map(({ name }) => name).toSorted()).toEqual(project.dependencies.toSorted());
    },
  );

  it.each(PROJECTS.map(({ folder }) => folder))('%s may not reach into a project past its door', (folder) => {
    for (const specifier of FORBIDDEN_EVERYWHERE) expect([...refused]).toContain(probeOf(folder, specifier));
  });

  it('an app may import the test harness in its specs and nowhere else', () => {
    expect([...refused]).toContain(probeOf('apps/auth', '@burgee/testing'));
    expect([...refused]).not.toContain(probeOf('apps/auth', '@burgee/testing', '.spec.ts'));
  });

  it.each(PROJECTS)('$folder is tagged with its type', ({ tags }) => {
    expect(tags).toEqual(expect.arrayContaining([expect.stringMatching(/^type:/)]));
  });
});
