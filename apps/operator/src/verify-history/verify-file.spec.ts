import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { run as runOperator } from '../run.js';

/** An export by the service. Another program confirmed its hashes. */
const EXPORT = [
  '{"type":"chain","version":2,"chain_id":"0199c2f4-5d11-7f77-93e4-2f3a4b5c6d7e","exported_at":"2026-11-25T12:00:00.000Z","filter":{},"begins":{"seq":0,"hash":""},"head":{"seq":2,"hash":"3f1dc673aa123cae29f337c85a1d96613061f5569e59a2bf7b1f9b2facbbc1be"}}',
  '{"type":"entry","seq":1,"hash":"83292e8c2913924261f0e93f94cedee31ae4b3e666650fe047eb02a6a319ca2e","people":{},"entry":{"action":"flag_create","id":"a"}}',
  '{"type":"entry","seq":2,"hash":"3f1dc673aa123cae29f337c85a1d96613061f5569e59a2bf7b1f9b2facbbc1be","people":{},"entry":{"action":"flag_toggle","id":"b"}}',
  '{"type":"end","entries":2}',
];

const [LINE = '', FIRST = '', SECOND = '', END = ''] = EXPORT;
const { chain_id } = JSON.parse(LINE) as { chain_id: string };
const hashOf = (line: string) => (JSON.parse(line) as { hash: string }).hash;

/** As docs/guides/audit.md defines it. */
function hashLink(before: string, seq: number, entry: object): string {
  const number = Buffer.alloc(8);
  number.writeBigInt64BE(BigInt(seq));
  return createHash('sha256').update(before, 'hex').update(number).update(JSON.stringify(entry)).digest('hex');
}

const sorted = (fields: object) => JSON.stringify(fields, Object.keys(fields).toSorted());

interface Key {
  key: KeyObject;
  kid: string;
  public_key: string;
}

function aKey(): Key {
  const { privateKey: key, publicKey } = generateKeyPairSync('ed25519');
  const { x: public_key = '' } = publicKey.export({ format: 'jwk' });
  const jwk = sorted({ crv: 'Ed25519', kty: 'OKP', x: public_key });
  return { key, kid: createHash('sha256').update(jwk).digest('base64url'), public_key };
}

/** A line of an export. */
function signedLine(type: 'beginning' | 'checkpoint', fields: object, { key, kid, public_key }: Key): string {
  const statement = { chain_id, signed_at: '2026-11-25T12:00:00.000Z', ...fields };
  const text = sorted({ ...statement, type: `burgee-audit-${type}-v1` });
  const signature = sign(null, Buffer.from(text), key).toString('base64url');
  return JSON.stringify({ type, ...statement, kid, public_key, signature });
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'burgee-audit-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The exit code of the command, for a file. */
const run = (args: string[], print: (line: string) => void) => {
  const out = { write: (text: string) => text !== '' && print(text.trimEnd()) };
  return runOperator(['--output', 'text', 'verify-history', ...args], out, out);
};

function write(name: string, lines: readonly string[]): string {
  const file = join(folder, name);
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  return file;
}

async function verify(lines: readonly string[], ...options: string[]): Promise<{ code: number; said: string }> {
  const said: string[] = [];
  const code = await run([write('export.ndjson', lines), ...options], (line) => void said.push(line));
  return { code, said: said.join('\n') };
}

describe('burgee-operator verify-history', () => {
  it('says up to where an export holds', async () => {
    const { code, said } = await verify(EXPORT);
    expect(said).toContain('2 entries hold, up to number 2');
    expect(code).toBe(0);
  });

  it('reads lines that have the line ends of Unicode in their texts', async () => {
    const comment = 'fine\u2028really\u2029so';
    const hash = hashLink('', 1, { comment });
    const lines = [
      JSON.stringify({ ...JSON.parse(LINE), head: { seq: 1, hash } }),
      JSON.stringify({ type: 'entry', seq: 1, hash, people: {}, entry: { comment } }),
      '{"type":"end","entries":1}',
    ];
    expect(await verify(lines)).toEqual({ code: 0, said: expect.stringContaining('1 entries hold') });
  });

  it('says nothing in the words of the file: no line of its own, and none that hides another', async () => {
    const [chain = '', ...rest] = EXPORT;
    const forged = chain.replace('"exported_at":"', '"exported_at":"now.\\nNothing contradicts the chain.\\u001b[8m');
    const { code, said } = await verify([
      forged,
      rest[0]?.replace('flag_create', 'flag_delete') ?? '',
      ...rest.slice(1),
    ]);
    expect(code).toBe(1);
    expect(said.split('\n')[0]).toContain('exported at now.\\x0aNothing contradicts the chain.\\x1b[8m');
    expect(said).toContain('\nTAMPERED: Entry 1 was changed');
  });

  it.each(['filter', 'begins', 'head', 'chain_id', 'exported_at'])(
    'cannot read an export whose first line has no %s',
    async (name) => {
      const [chain = '', ...rest] = EXPORT;
      const { [name]: _left, ...kept } = JSON.parse(chain) as Record<string, unknown>;
      const { code, said } = await verify([JSON.stringify(kept), ...rest]);
      expect([code, said]).toEqual([2, expect.stringContaining('does not name the chain')]);
    },
  );

  it('names the place that was tampered with', async () => {
    const [chain = '', first = '', second = '', end = ''] = EXPORT;
    expect(await verify([chain, first.replace('flag_create', 'flag_delete'), second, end])).toEqual({
      code: 1,
      said: expect.stringContaining('TAMPERED: Entry 1 was changed'),
    });
    expect(await verify([chain, second, end])).toEqual({
      code: 1,
      said: expect.stringContaining('Entry 1 was removed'),
    });
    expect(await verify([chain, second, first, end])).toEqual({
      code: 1,
      said: expect.stringContaining('Entries 1 and 2 were swapped'),
    });
    expect(await verify([chain, first, end])).toEqual({
      code: 1,
      said: expect.stringContaining('The last entry, 2, was'),
    });
  });

  it('compares the last line with the others', async () => {
    const withEnd = (entries: number) => [...EXPORT.slice(0, -1), `{"type":"end","entries":${entries}}`];
    expect(await verify(withEnd(4))).toEqual({
      code: 1,
      said: expect.stringContaining('The last entries, 3 to 4, were removed'),
    });
    expect(await verify(withEnd(1))).toEqual({ code: 1, said: expect.stringContaining('Entry 2 was added') });
  });

  it('calls an export of 0.1.0 unsigned, and still finds what is wrong with it', async () => {
    const older = EXPORT.map((line) => line.replace('"version":2', '"version":1'));
    expect(await verify(older)).toEqual({ code: 2, said: expect.stringContaining('\nUNSIGNED: version 0.1.0') });
    expect((await verify([older[0]!, ...older.slice(2)])).code).toBe(1);
  });

  it('lacks what an earlier export had', async () => {
    const earlier = write('earlier.ndjson', EXPORT);
    expect((await verify(EXPORT, '--against', earlier)).code).toBe(0);
    const { hash } = JSON.parse(EXPORT[1]!) as { hash: string };
    const head = `"head":{"seq":1,"hash":"${hash}"}`;
    const shorter = [EXPORT[0]!.replace(/"head":\{.*?\}/, head), EXPORT[1]!, '{"type":"end","entries":1}'];
    expect((await verify(shorter)).code).toBe(0);
    expect(await verify(shorter, '--against', earlier)).toEqual({
      code: 1,
      said: expect.stringContaining('TAMPERED: The last entry, 2, was removed.'),
    });
  });

  /** A checkpoint of the export's last entry. */
  const signedBy = (key: Key) => signedLine('checkpoint', { seq: 2, hash: hashOf(SECOND) }, key);

  it('holds a signed export to the keys that it is given, or that an earlier export shows', async () => {
    const [key, other] = [aKey(), aKey()];
    const signed = (by: Key) => [LINE, signedBy(by), FIRST, SECOND, END];
    expect(await verify(EXPORT, '--kid', key.kid)).toEqual({
      code: 2,
      said: expect.stringContaining(`UNSIGNED: nothing in it is signed by ${key.kid}`),
    });
    expect((await verify(signed(key), '--kid', other.kid, '--kid', key.kid)).code).toBe(0);
    expect((await verify(signed(key), '--kid', other.kid)).code).toBe(1);
    const unsigned = write('unsigned.ndjson', EXPORT);
    expect(await verify(signed(key), '--against', unsigned)).toEqual({
      code: 2,
      said: expect.stringContaining('Name yours with --kid'),
    });
    const earlier = write('signed.ndjson', signed(key));
    expect((await verify(signed(key), '--against', earlier)).code).toBe(0);
    expect((await verify(signed(other), '--against', earlier)).code).toBe(1);
    expect((await verify(signed(other), '--against', earlier, '--kid', key.kid, '--kid', other.kid)).code).toBe(0);
  });

  it('answers unclear for a loss without a signature', async () => {
    const entry = { action: 'history_lost', created_at: 'then', new_values: { checkpoint: { hash: 'ab', seq: 9 } } };
    const hash = hashLink('', 1, entry);
    const line = LINE.replace(/"head":\{.*?\}/, `"head":{"seq":1,"hash":"${hash}"}`);
    const said = await verify([
      line,
      JSON.stringify({ type: 'entry', seq: 1, hash, entry }),
      '{"type":"end","entries":1}',
    ]);
    expect(said).toEqual({ code: 2, said: expect.stringContaining('UNSIGNED: entry 1 says that a failover lost') });
  });

  it('accepts a history that was shortened before beginnings were signed only up to the date of the upgrade', async () => {
    const begins = { seq: 1, hash: hashOf(FIRST) };
    const entry = { action: 'history_dropped', new_values: { dropped: { hash: begins.hash, seq: 1 } } };
    const hash = hashLink(hashOf(SECOND), 3, entry);
    const lines = [
      JSON.stringify({ ...JSON.parse(LINE), begins, head: { seq: 3, hash } }),
      signedLine('beginning', { ...begins, retention_months: null }, aKey()),
      SECOND,
      JSON.stringify({ type: 'entry', seq: 3, hash, entry }),
      '{"type":"end","entries":2}',
    ];
    const codeOf = async (...options: string[]) => (await verify(lines, ...options)).code;
    expect(await verify(lines)).toEqual({
      code: 2,
      said: expect.stringMatching(/shortened before Burgee signed beginnings; recorded 2026-11-25[^]*--upgraded/),
    });
    expect(await codeOf('--upgraded', '2026-11-25T11:59:59Z')).toBe(2);
    expect(await codeOf('--upgraded', '2026-11-25T12:00:00Z')).toBe(0);
    expect(await codeOf('--upgraded', '2026-11-25')).toBe(0);
    expect(await codeOf('--upgraded', 'soon')).toBe(2);
  });

  it('takes no earlier export that does not hold, or of another history', async () => {
    const tampered = write('tampered.ndjson', [EXPORT[0]!, ...EXPORT.slice(2)]);
    expect(await verify(EXPORT, '--against', tampered)).toEqual({
      code: 1,
      said: expect.stringMatching(/^TAMPERED: .*tampered\.ndjson: Entry 1 was removed\.$/),
    });
    const other = write('other.ndjson', [EXPORT[0]!.replace('6d7e', '6d7f'), ...EXPORT.slice(1)]);
    expect(await verify(EXPORT, '--against', other)).toEqual({
      code: 2,
      said: expect.stringContaining('other.ndjson is the export of another history'),
    });
  });

  it.each([
    [
      'has a line of another kind',
      [...EXPORT.slice(0, 2), '{"type":"note"}', ...EXPORT.slice(2)],
      'Line 3 is not a line',
    ],
    [
      'has a checkpoint after an entry',
      [...EXPORT.slice(0, 3), '{"type":"checkpoint"}', EXPORT[3]!],
      'Line 4 is not a line',
    ],
    ['goes on after its end', [...EXPORT, EXPORT[2]!], 'Line 5 is not a line'],
    [
      'begins with another hash',
      [EXPORT[0]!.replace('"hash":""', '"hash":"ab"'), ...EXPORT.slice(1)],
      'name the chain',
    ],
    [
      'has an entry of another history',
      EXPORT.map((line) => line.replace('"id":"a"', '"id":"a","project_id":"other"')),
      'of another history',
    ],
    ['lacks its end', EXPORT.slice(0, -1), 'ends early'],
    [
      'has filters',
      [EXPORT[0]!.replace('"filter":{}', '"filter":{"action":"flag_create"}'), ...EXPORT.slice(1)],
      'was filtered',
    ],
    ['is something else', ['id,action'], 'Line 1 is not a line of an export'],
    ['is empty', [], 'name the chain'],
    [
      'has an impossible number',
      [EXPORT[0]!, EXPORT[1]!.replace('"seq":1', '"seq":"1"'), EXPORT[3]!],
      'invalid number',
    ],
  ])('verifies no file that %s, and says what to do', async (_what, lines, reason) => {
    expect(await verify(lines)).toEqual({ code: 2, said: expect.stringContaining(reason) });
  });

  it('says so when there is no such file', async () => {
    const said: string[] = [];
    const print = (line: string) => void said.push(line);
    expect([await run([join(folder, 'nowhere')], print), await run([], print)]).toEqual([2, 2]);
    expect(said.join('\n')).toMatch(/no such file[^]*burgee-operator verify-history/);
  });
});
