import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Example } from '../examples/example.js';
import { LANGUAGES } from './languages.js';

/** The first time it is downloaded and compiled. */
const STARTS_WITHIN_MS = 240_000;
const PROGRAMS: Record<string, string> = { go: 'go', python: 'python3', java: 'javac' };

let example: Example;
afterEach(async () => {
  await example.stop();
});

describe.each(Object.keys(LANGUAGES))('node examples/%s/start.mjs', (name) => {
  it('prints the flag, prints it again as it flips, and ends with Ctrl-C', async () => {
    example = new Example(name, process.env as Record<string, string>);
    await example.says(/new-checkout is off for visitor-1 \(DISABLED\)/i, STARTS_WITHIN_MS);
    await example.flip(true);
    expect(await example.says(/new-checkout is on for visitor-1 \(STATIC\)/i)).toHaveLength(1);
    await example.stop();
  });

  it('names the toolchain that is missing, and fails', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'burgee-no-tools-'));
    example = new Example(name, { PATH: empty });
    expect(await example.says(new RegExp(`There is no ${PROGRAMS[name]} on PATH\\. (Get|Install) `))).toHaveLength(2);
    expect(await example.ends()).toBe(1);
    await rm(empty, { recursive: true });
  });
});
