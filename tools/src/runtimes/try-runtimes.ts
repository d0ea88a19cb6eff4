import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { aFlag, aProject, type Flag, type Project, startSharedCluster } from '@burgee/testing';
import { buildPackage } from '../package/build-package.js';
import { publishable } from '../package/publishable.js';
import { install } from '../package/install.js';
import { type Runtime, runtimes } from './runtime.js';
import { tryNext } from './try-next.js';

const execute = promisify(execFile);
/** As the first thing that anybody downloads to try the library in: fixed, so that the same runs everywhere. */
const FROM_NPM = ['bun@1.4.5', 'deno@2.9.6', 'workerd@1.20261117.1'];
const STEPS = ['vectors 0 wrong', 'default true', 'ready false', 'changed true', 'closed'];

/** A folder with the programs and the SDK as it is published. */
async function prepare(root: string, work: string): Promise<void> {
  cpSync(join(root, 'tools', 'runtimes'), work, { recursive: true });
  writeFileSync(join(work, 'package.json'), '{ "type": "module", "dependencies": { "@burgee/sdk": "*" } }\n');
  const packages = join(work, 'node_modules', '@burgee');
  for (const project of publishable(root))
    if (project.manifest.name === '@burgee/sdk') await buildPackage(root, project, packages);
}

async function switchOn(project: Project, flag: Flag): Promise<void> {
  const path = `/api/flags/${flag.id}/environments/${project.development.id}/toggle`;
  const { status, text } = await project.owner.client.patch(path, { is_enabled: true });
  if (status !== 200) throw new Error(`The toggle answered ${status}: ${text}`);
}

async function versionOf({ command }: Runtime): Promise<string> {
  const { stdout } = await execute(command, ['--version']);
  return /\d[\w.-]*/.exec(stdout)?.[0] ?? '?';
}

/** @returns milliseconds from the change to its arrival. @throws what it said instead of the steps */
async function tryOne(runtime: Runtime, url: string, root: string, work: string): Promise<number> {
  const project = await aProject(url);
  const flag = await aFlag(project);
  const vectors: unknown = JSON.parse(
    readFileSync(join(root, 'libs', 'evaluation', 'vectors', 'bucketing-v1.json'), 'utf8'),
  );
  const settings = { baseUrl: url, sdkKey: project.development.sdk_key, flagKey: flag.key, vectors };
  const lines: string[] = [];
  let switchedAt = 0;
  let arrivedAt = 0;
  let switched: Promise<void> = Promise.resolve();
  await runtime.run(settings, work, (line) => {
    lines.push(line);
    if (line.startsWith('changed')) arrivedAt = performance.now();
    if (!line.startsWith('ready')) return;
    switchedAt = performance.now();
    switched = switchOn(project, flag);
  });
  await switched;
  if (lines.join() !== STEPS.join()) throw new Error(`It said: ${lines.join(', ')}`);
  return arrivedAt - switchedAt;
}

const line = (name: string, version: string, outcome: string): string =>
  `${name.padEnd(18)} ${version.padEnd(14)} ${outcome}`;

/**
 * Runs the SDK as it is published in each runtime against the real service: evaluates, gets flags, receives a change, closes, and
 * leaves nothing open. Then Next.js with React. Prints a table. @returns whether it did everywhere
 */
export async function tryRuntimes(root: string): Promise<boolean> {
  const folder = join(root, '.burgee', 'runtimes');
  const work = mkdtempSync(join(tmpdir(), 'burgee-runtimes-'));
  // Of all of these the scripts bring the program.
  await install(
    folder,
    FROM_NPM,
    FROM_NPM.map((one) => one.slice(0, one.indexOf('@'))),
  );
  await prepare(root, work);
  const cluster = await startSharedCluster(root);
  let isRight = true;
  try {
    for (const runtime of runtimes(folder)) {
      let outcome: string;
      try {
        const took = await tryOne(runtime, cluster.addresses.url, root, work);
        outcome = `evaluates, follows (a change in ${Math.round(took)} ms), ${runtime.end}`;
      } catch (error) {
        isRight = false;
        outcome = `fails: ${error instanceof Error ? error.message : String(error)}`;
      }
      console.log(line(runtime.name, await versionOf(runtime), outcome));
    }
    try {
      const project = await aProject(cluster.addresses.url);
      const flag = await aFlag(project, { key: 'new-checkout' });
      const version = await tryNext(root, {
        baseUrl: cluster.addresses.url,
        sdkKey: project.development.sdk_key,
        switchOn: () => switchOn(project, flag),
      });
      console.log(line('Next.js', version, 'builds, renders flags on the server, follows'));
    } catch (error) {
      isRight = false;
      console.log(line('Next.js', '', `fails: ${error instanceof Error ? error.message : String(error)}`));
    }
  } finally {
    await cluster.stop();
    rmSync(work, { recursive: true, force: true });
  }
  return isRight;
}
