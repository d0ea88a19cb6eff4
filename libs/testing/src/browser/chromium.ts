import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { libraryPath, onPath, programsDir, unpackDebianPackage } from '@burgee/launcher';
import type { Browser, BrowserServer } from 'playwright-core';

/** Draws the same pages with four fifths of the work. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const NAMES = [HEADLESS_SHELL, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const OF_MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Long enough to fetch it on a machine that has none: the time limit of a `beforeAll` that launches it. */
export const CHROMIUM_WITHIN_MS = 600_000;

/** Leads here over plain http, which makes it what a page of another machine is: no secure context. */
export const PLAIN_HOST = 'burgee.test';

/**
 * A script that takes shared workers from a page. Playwright never sees their file as loaded, so a page with one is not
 * idle. The dashboard loads the worker's code, 1 kB, with the page too.
 */
export const NO_SHARED_WORKERS = 'delete globalThis.SharedWorker';

/** No sandbox, because tests run as root in containers; nothing that calls out on its own. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1`,
];

interface Program {
  executablePath: string;
  env?: NodeJS.ProcessEnv;
}

function onThisMachine(): string | undefined {
  return NAMES.map(onPath).find(Boolean) ?? (existsSync(OF_MAC) ? OF_MAC : undefined);
}

/** Debian's Chromium with its fonts and an icon font, unpacked next to the engines: needs no install and no root. */
async function unpacked(): Promise<Program> {
  const root = await unpackDebianPackage(programsDir(), HEADLESS_SHELL, ['fonts-noto-color-emoji']);
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: await libraryPath(root),
    FONTCONFIG_PATH: join(root, 'etc', 'fonts'),
    XDG_DATA_HOME: join(root, 'usr', 'share'),
  };
  return { executablePath: join(root, 'usr', 'lib', 'chromium', HEADLESS_SHELL), env };
}

/**
 * The Chromium or Chrome of this machine: that of `CHROMIUM_PATH`, else one on PATH, else Debian's, unpacked under `.burgee`.
 * @throws when there is none and none can be had; the message says what to do
 */
async function findChromium(): Promise<Program> {
  const installed = process.env.CHROMIUM_PATH ?? onThisMachine();
  if (installed) return { executablePath: installed };
  try {
    return await unpacked();
  } catch (error) {
    throw new Error(
      "These tests need Chromium. There is none on this machine, and Debian's package could not be unpacked. " +
        'Install it (Debian: sudo apt-get install chromium-headless-shell), or set CHROMIUM_PATH to a Chromium or Chrome.',
      { cause: error },
    );
  }
}

/** A headless browser for several processes to connect to. */
export async function serveChromium(): Promise<BrowserServer> {
  const { chromium } = await import('playwright-core');
  return chromium.launchServer({ ...(await findChromium()), args: ARGUMENTS });
}

/** The browser of this run, or one of its own where there is none. Close it, and nothing is left. Allow `beforeAll` CHROMIUM_WITHIN_MS. */
export async function launchChromium(): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  const shared = process.env.BURGEE_TEST_CHROMIUM;
  return shared ? chromium.connect(shared) : chromium.launch({ ...(await findChromium()), args: ARGUMENTS });
}
