import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeBlocks, eventually } from '@burgee/testing';
import { install } from '../package/install.js';
import { packageApart } from '../package/package-apart.js';

const execute = promisify(execFile);
/** Fixed, so that the same runs everywhere. */
const FROM_NPM = ['next@16.4.6', 'react@19.3.1', 'react-dom@19.3.1'];

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
function writeShownFiles(folder: string): void {
  for (const code of codeBlocks('react')) {
    const [, file] = /^\/\/ (app\/\w+\.js)/.exec(code) ?? [];
    if (file) writeFileSync(join(folder, file), code);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** What the page has to know of a flag. */
export interface NextSettings {
  baseUrl: string;
  /** Of an environment with the flag `new-checkout`. */
  sdkKey: string;
  /** Makes it true. */
  switchOn: () => Promise<void>;
}

/**
 * Builds the application that the page of `@burgee/react` shows, in `tools/fixtures/next`, with the packages as they are published,
 * starts it, and reads its page before and after a change.
 * @returns the version of Next. @throws what went wrong
 */
export async function tryNext(root: string, { baseUrl, sdkKey, switchOn }: NextSettings): Promise<string> {
  const folder = join(root, '.burgee', 'next');
  await install(folder, FROM_NPM);
  for (const old of ['.next', 'app']) rmSync(join(folder, old), { recursive: true, force: true });
  cpSync(join(root, 'tools', 'fixtures', 'next'), folder, { recursive: true });
  writeShownFiles(folder);
  await packageApart(root, join(folder, 'node_modules', '@burgee'));
  const settings = { BURGEE_URL: baseUrl, BURGEE_SDK_KEY: sdkKey, NEXT_TELEMETRY_DISABLED: '1' };
  const next = join(folder, 'node_modules', 'next', 'dist', 'bin', 'next');
  const options = { cwd: folder, env: { ...process.env, ...settings, NODE_ENV: 'production' as const } };
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
  return (JSON.parse(readFileSync(join(folder, 'node_modules', 'next', 'package.json'), 'utf8')) as { version: string })
    .version;
}
