import { parseEnv } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { run } from './run.js';

async function operator(...words: string[]) {
  return operatorWith('', ...words);
}

/** @param input what is piped to it */
async function operatorWith(input: string, ...words: string[]) {
  const written = { out: '', err: '' };
  const to = (stream: 'out' | 'err') => ({ write: (text: string) => void (written[stream] += text) });
  return { code: await run(words, to('out'), to('err'), async () => input), ...written };
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

describe('the secrets of a deployment', () => {
  it('are made as a .env, which the Secret of the chart is made from', async () => {
    const { out: file } = await operator('env');
    const env = parseEnv(file);
    expect(Object.keys(env)).toEqual(expect.arrayContaining(['PASSWORD_PEPPER', 'NATS_PASSWORD_AUDIT']));
    const { code, out } = await operatorWith(
      `${file}DATABASE_URL='postgres://a:b@c/d'\nREGISTRATION=invite\n`,
      'kubernetes-secret',
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ kind: 'Secret', metadata: { name: 'burgee' } });
    expect(JSON.parse(out).stringData).toEqual({ ...env, DATABASE_URL: 'postgres://a:b@c/d' });
  });

  it('of a newer version are added alone', async () => {
    const { out: file } = await operator('env');
    const older = file.replace(/^EDGE_TICKET_SECRET=.*\n/m, '');
    expect((await operatorWith(older, 'env', '--missing')).out).toMatch(/^EDGE_TICKET_SECRET='[^']{43}'\n$/);
    expect((await operatorWith(file, 'env', '--missing')).out).toBe('');
  });
});
