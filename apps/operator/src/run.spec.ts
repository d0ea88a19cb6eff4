import { describe, expect, it } from '@jest/globals';
import { run } from './run.js';

async function operator(...words: string[]) {
  const written = { out: '', err: '' };
  const to = (stream: 'out' | 'err') => ({ write: (text: string) => void (written[stream] += text) });
  return { code: await run(words, to('out'), to('err')), ...written };
}

describe('burgee-operator', () => {
  it.each([
    ['no command', []],
    ['an unknown command', ['dance']],
    ['an unknown option', ['backup', '--quickly']],
    ['an unknown form of output', ['--output', 'xml', 'backup']],
    ['a restore of nothing', ['restore']],
    ['a restore of a file after a recovery', ['restore', 'file', '--after-recovery']],
    ['a verification of nothing', ['verify-history']],
    ['dead letters without a verb', ['dead-letters', 'burn']],
    ['a reset of nobody', ['reset-password']],
  ])('exits with 2 after %s, and shows the usage on stderr', async (_what, words) => {
    const { code, out, err } = await operator(...words);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining('Usage: burgee-operator')]);
  });

  it('lists its commands, settings and exit codes with --help', async () => {
    const { code, out } = await operator('--help');
    expect(code).toBe(0);
    const commands = ['migrate', 'backup', 'restore', 'verify-history', 'dead-letters', 'setup-link', 'sign-in-link'];
    for (const word of [...commands, 'Exit codes', 'DATABASE_URL']) expect(out).toContain(word);
  });
});
