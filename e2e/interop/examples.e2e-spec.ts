import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Example } from '../examples/example.js';

/** The first time it is downloaded and compiled. */
const STARTS_WITHIN_MS = 240_000;
const PROGRAMS: Record<string, string> = {
  go: 'go',
  python: 'python3',
  java: 'javac',
  rust: 'cargo',
  php: 'php',
  ruby: 'ruby',
};
/** OFREP examples also print a reason. */
const EXAMPLES = [
  'go',
  'python',
  'java',
  'php',
  'ruby',
  'unleash/go',
  'unleash/python',
  'unleash/java',
  'unleash/rust',
];

let example: Example;
afterEach(async () => {
  await example.stop();
});

describe.each(EXAMPLES)('node examples/%s/start.mjs', (name) => {
  const [off, on] = name.startsWith('unleash') ? ['$', '$'] : [String.raw` \(DISABLED\)`, String.raw` \(STATIC\)`];
  const says = (state: string, reason = '') => new RegExp(`^new-checkout is ${state} for visitor-1${reason}`, 'im');

  it('prints the flag, prints it again as it flips, and ends with Ctrl-C', async () => {
    example = new Example(name, process.env as Record<string, string>);
    await example.says(says('off', off), STARTS_WITHIN_MS);
    await example.flip(true);
    expect(await example.says(says('on', on))).toHaveLength(1);
    await example.stop();
  });

  it('names the toolchain that is missing, and fails', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'burgee-no-tools-'));
    example = new Example(name, { PATH: empty });
    expect(
      await example.says(new RegExp(`There is no ${PROGRAMS[name.replace('unleash/', '')]} on PATH\\. (Get|Install) `)),
    ).toHaveLength(2);
    expect(await example.ends()).toBe(1);
    await rm(empty, { recursive: true });
  });
});
