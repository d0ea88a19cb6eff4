import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';

const run = promisify(execFile);

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const OF_MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Long enough to install it on a machine that has none: the time limit of a `beforeAll` that launches it. */
export const CHROMIUM_WITHIN_MS = 600_000;

/** No sandbox, because tests run as root in containers; nothing that calls out on its own. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function find(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin'];
  const files = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...files, OF_MAC].find((file) => existsSync(file));
}

/** Two test files may come here at once, and apt does not wait for its own lists: the second finds it installed. */
const INSTALL =
  'command -v chromium || { apt-get -q update && apt-get -q install --yes --no-install-recommends chromium fonts-liberation; }';

async function install(): Promise<void> {
  await run('flock', [join(tmpdir(), 'burgee-chromium.lock'), 'sh', '-c', INSTALL], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
    timeout: CHROMIUM_WITHIN_MS,
    maxBuffer: 64 * 1024 * 1024,
  });
}

/**
 * The Chromium or Chrome of this machine: that of `CHROMIUM_PATH`, else one that is installed, else, for root on Debian, one
 * that is installed now.
 * @throws when there is none and none can be had; the message says what to do
 */
async function chromiumPath(): Promise<string> {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  const found = find();
  if (found) return found;
  const help = 'Install it (Debian: sudo apt-get install chromium), or set CHROMIUM_PATH to a Chromium or Chrome.';
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Error(`These tests need Chromium, and there is none on this machine. ${help}`);
  try {
    await install();
  } catch (error) {
    throw new Error(`These tests need Chromium, and apt-get could not install it. ${help}`, { cause: error });
  }
  const installed = find();
  if (!installed) throw new Error(`apt-get installed Chromium, but not where it is looked for. ${help}`);
  return installed;
}

/** A headless browser. Close it, and nothing is left. Allow `beforeAll` CHROMIUM_WITHIN_MS. */
export async function launchChromium(): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath: await chromiumPath(), args: ARGUMENTS });
}
