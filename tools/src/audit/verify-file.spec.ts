import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCommand } from './command.js';
import { verifyFile } from './verify-file.js';

/** An export by the service. Another program confirmed its hashes. */
const EXPORT = [
  '{"type":"chain","version":2,"chain_id":"0199c2f4-5d11-7f77-93e4-2f3a4b5c6d7e","exported_at":"2026-11-25T12:00:00.000Z","filter":{},"begins":{"seq":0,"hash":""},"head":{"seq":2,"hash":"3f1dc673aa123cae29f337c85a1d96613061f5569e59a2bf7b1f9b2facbbc1be"}}',
  '{"type":"entry","seq":1,"hash":"83292e8c2913924261f0e93f94cedee31ae4b3e666650fe047eb02a6a319ca2e","people":{},"entry":{"action":"flag_create","id":"a"}}',
  '{"type":"entry","seq":2,"hash":"3f1dc673aa123cae29f337c85a1d96613061f5569e59a2bf7b1f9b2facbbc1be","people":{},"entry":{"action":"flag_toggle","id":"b"}}',
  '{"type":"end","entries":2}',
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'burgee-audit-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The exit code of the command, for a file. */
const run = (args: string[], print: (line: string) => void) =>
  runCommand(args, print, ({ file = '', ...command }) => verifyFile({ ...command, file }, print));

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

describe('npm run audit:verify', () => {
  it('says up to where an export holds', async () => {
    const { code, said } = await verify(EXPORT);
    expect(said).toContain('2 entries hold, up to number 2');
    expect(code).toBe(0);
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
    expect(said.join('\n')).toMatch(/no such file[^]*npm run audit:verify/);
  });
});
