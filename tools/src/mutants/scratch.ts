import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { programsDir } from '@burgee/launcher';
import { listFiles } from '../docs/list-files.js';

/** Where npm keeps the projects of this repository, as links into the tree. */
const OWN_SCOPE = '@burgee';
/** Folders whose build output is copied with the sources, so that only the mutated code is built again. */
const BUILT = ['apps', 'libs', 'tools'];

/** A copy of a tree to break, and the end of it. */
export interface Scratch {
  root: string;
  remove: () => void;
}

function copySources(from: string, to: string): void {
  for (const file of listFiles(from)) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(from, file), join(to, file), { preserveTimestamps: true });
  }
}

const projectsOf = (root: string) =>
  BUILT.flatMap((group) =>
    group === 'tools' ? [group] : readdirSync(join(root, group)).map((name) => join(group, name)),
  );

function copyBuilt(from: string, to: string): void {
  for (const dist of projectsOf(from).map((project) => join(project, 'dist')))
    if (existsSync(join(from, dist)))
      cpSync(join(from, dist), join(to, dist), { recursive: true, preserveTimestamps: true });
}

/** Links the tree's packages, except its own projects, which must be the copies. */
function linkPackages(from: string, to: string): void {
  for (const project of projectsOf(from)) {
    const packages = join(project, 'node_modules');
    if (existsSync(join(from, packages))) symlinkSync(join(from, packages), join(to, packages));
  }
  const packages = join(to, 'node_modules');
  mkdirSync(packages);
  for (const name of readdirSync(join(from, 'node_modules')))
    if (name !== OWN_SCOPE) symlinkSync(join(from, 'node_modules', name), join(packages, name));
  cpSync(join(from, 'node_modules', OWN_SCOPE), join(packages, OWN_SCOPE), { recursive: true, verbatimSymlinks: true });
}

/** Removing code may leave a name unused. */
function allowUnused(root: string): void {
  const file = join(root, 'tsconfig.base.json');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/("noUnused\w+": )true/g, '$1false'));
}

/** Copies the tree at `from` into a folder of its own; nothing that is done there reaches it. */
export function makeScratch(from: string): Scratch {
  const root = mkdtempSync(join(tmpdir(), 'burgee-mutants-'));
  copySources(from, root);
  allowUnused(root);
  copyBuilt(from, root);
  linkPackages(from, root);
  if (existsSync(programsDir(from))) {
    mkdirSync(dirname(programsDir(root)));
    symlinkSync(programsDir(from), programsDir(root));
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}
