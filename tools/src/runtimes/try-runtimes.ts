import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aFlag, aProject, type Flag, installPackages, type Project } from '@burgee/testing';
import { packageApart } from '../package/package-apart.js';
import { type Runtime, runtimes } from './runtime.js';
import { tryNext } from './try-next.js';

/** As the first thing that anybody downloads to try the library in: fixed, so that the same runs everywhere. */
const FROM_NPM = ['bun@1.4.5', 'deno@2.9.6', 'workerd@1.20261117.1'];
const STEPS = ['vectors 0 wrong', 'default true', 'ready false', 'changed true', 'closed'];

/** A folder with the programs and the SDK as it is published. */
async function prepare(root: string, work: string): Promise<void> {
  cpSync(join(root, 'tools', 'runtimes'), work, { recursive: true });
  writeFileSync(join(work, 'package.json'), '{ "type": "module", "dependencies": { "@burgee/sdk": "*" } }\n');
  await packageApart(root, join(work, 'node_modules', '@burgee'));
}

async function switchOn(project: Project, flag: Flag): Promise<void> {
  const path = `/api/flags/${flag.id}/environments/${project.development.id}/toggle`;
  const { status, text } = await project.owner.client.patch(path, { is_enabled: true });
  if (status !== 200) throw new Error(`The toggle answered ${status}: ${text}`);
}

/** @throws with what the runtime printed, when that is not the steps */
async function tryOne(runtime: Runtime, url: string, root: string, work: string): Promise<void> {
  const project = await aProject(url);
  const flag = await aFlag(project);
  const vectors: unknown = JSON.parse(
    readFileSync(join(root, 'libs', 'evaluation', 'vectors', 'bucketing-v1.json'), 'utf8'),
  );
  const settings = { baseUrl: url, sdkKey: project.development.sdk_key, flagKey: flag.key, vectors };
  const lines: string[] = [];
  let switched: Promise<void> = Promise.resolve();
  await runtime.run(settings, work, (line) => {
    lines.push(line);
    if (line.startsWith('ready')) switched = switchOn(project, flag);
  });
  await switched;
  if (lines.join() !== STEPS.join()) throw new Error(`It said: ${lines.join(', ')}`);
}

/** Runs the SDK, as it is published, in each runtime against the service at `url`. @returns the failures */
export async function tryRuntimes(root: string, url: string): Promise<string[]> {
  const folder = join(root, '.burgee', 'runtimes');
  const work = mkdtempSync(join(tmpdir(), 'burgee-runtimes-'));
  // The scripts of these packages bring the program.
  const names = FROM_NPM.map((one) => one.slice(0, one.indexOf('@')));
  await installPackages(folder, FROM_NPM, names);
  await prepare(root, work);
  const failures: string[] = [];
  try {
    for (const runtime of runtimes(folder))
      await tryOne(runtime, url, root, work).catch((error: Error) =>
        failures.push(`${runtime.name}: ${error.message}`),
      );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return failures;
}

/** Builds an app with these versions, which renders flags on the server and follows them in the page. */
export async function tryNextHere(root: string, url: string, version: string, react: string): Promise<void> {
  const project = await aProject(url);
  const flag = await aFlag(project, { key: 'new-checkout' });
  const { sdk_key: sdkKey } = project.development;
  await tryNext(root, { version, react, baseUrl: url, sdkKey, switchOn: () => switchOn(project, flag) });
}
