import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeBlocks, eventually, installPackages } from '@burgee/testing';
import { packageApart } from '../package/package-apart.js';

const execute = promisify(execFile);
/** Versions of Next and the React that each takes; fixed, so that the same runs everywhere. */
export const NEXTS = [
  ['14.2.35', '18.3.1'],
  ['15.5.29', '19.3.1'],
  ['16.4.6', '19.3.1'],
] as const;

/** Next 14 has no `connection`. A page without it would freeze if the client's reads could come from a cache. */
const asIn14 = (code: string): string => code.replaceAll(/^.*connection\b.*\n/gm, '');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Until the page has these parts. @throws after half a minute */
const pageWith = (url: string, ...parts: string[]): Promise<void> =>
  eventually(async () => {
    const text = await (await fetch(url)).text();
    for (const part of parts)
      if (!text.includes(part)) throw new Error(`The page has no ${part}: ${text.slice(0, 500)}`);
  }, 30_000);

/** Writes the files of the application that the page of the package shows. */
function writeShownFiles(folder: string, version: string): void {
  for (const code of codeBlocks('react')) {
    const [, file] = /^\/\/ (app\/\w+\.js)/.exec(code) ?? [];
    if (file) writeFileSync(join(folder, file), version.startsWith('14.') ? asIn14(code) : code);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** What the page has to know of a flag. */
export interface NextSettings {
  version: string;
  react: string;
  baseUrl: string;
  /** Of an environment with the flag `new-checkout`. */
  sdkKey: string;
  /** Makes it true. */
  switchOn: () => Promise<void>;
}

/**
 * Builds the application that the page of `@burgee/react` shows, in `tools/fixtures/next`, with the packages as they are published,
 * starts it, and reads its page before and after a change.
 * @throws what went wrong
 */
export async function tryNext(root: string, settings: NextSettings): Promise<void> {
  const { version, react, baseUrl, sdkKey, switchOn } = settings;
  const folder = join(root, '.burgee', `next-${version}`);
  await installPackages(folder, [`next@${version}`, `react@${react}`, `react-dom@${react}`]);
  for (const old of ['.next', 'app']) rmSync(join(folder, old), { recursive: true, force: true });
  cpSync(join(root, 'tools', 'fixtures', 'next'), folder, { recursive: true });
  writeShownFiles(folder, version);
  await packageApart(root, join(folder, 'node_modules', '@burgee'));
  const variables = { BURGEE_URL: baseUrl, BURGEE_SDK_KEY: sdkKey, NEXT_TELEMETRY_DISABLED: '1' };
  const next = join(folder, 'node_modules', 'next', 'dist', 'bin', 'next');
  const options = { cwd: folder, env: { ...process.env, ...variables, NODE_ENV: 'production' as const } };
  await execute(process.execPath, [next, 'build'], options);
  const port = await freePort();
  const server = spawn(process.execPath, [next, 'start', '-H', '127.0.0.1', '-p', `${port}`], {
    ...options,
    stdio: 'ignore',
  });
  try {
    await pageWith(`http://127.0.0.1:${port}`, '<h1>Old</h1>', '<button>Continue</button>');
    await switchOn();
    await pageWith(`http://127.0.0.1:${port}`, '<h1>New</h1>', '<button>Pay</button>');
  } finally {
    await stop(server);
  }
}
