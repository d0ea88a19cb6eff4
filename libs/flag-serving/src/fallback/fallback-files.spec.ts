import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FlagSet, flagSetBody, wrapFlagSet } from '@burgee/contracts/wire';
import { eventually } from '@burgee/testing/unit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FallbackFiles } from './fallback-files.js';
import type { StoredAnswer } from './stored-answer.js';
import { removeParts } from './write-whole-file.js';

const ENV = '0190a000-0000-7000-8000-000000000001';
const set = (revision: number): FlagSet => ({ environmentId: ENV, epoch: 'e', revision, body: flagSetBody([]) });
const known = (revision: number, checkedAt = 1_000): StoredAnswer => ({
  set: set(revision),
  keyHashes: ['k'],
  checkedAt,
});

let folder: string;
let warnings: number;

function open(): FallbackFiles {
  const logger = { warn: () => warnings++ };
  return new FallbackFiles(folder, logger as never);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burgee-fallback-'));
  warnings = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => join(folder, `${ENV}.v1`);

describe('last known good files', () => {
  it('that cannot be written are counted, each in the log', async () => {
    let failures = 0;
    const files = new FallbackFiles(join(folder, 'gone'), { warn: () => warnings++ } as never, {
      onFailure: () => failures++,
    });
    files.store(known(1));
    files.origins.record('https://a.example.com', true);
    await files.flush();
    expect([failures, warnings]).toEqual([2, 2]);
    expect(await files.together.confirm([ENV, 'another'], 1_000)).toBe(false);
    expect([failures, warnings]).toEqual([3, 3]);
  });

  describe('of many environments', () => {
    const body = Buffer.from(JSON.stringify(['x'.repeat(1_000)]));
    const of = (environmentId: string): StoredAnswer => ({
      set: { environmentId, epoch: 'e', revision: 1, body },
      keyHashes: ['k'],
      checkedAt: 1_000,
    });
    const idOf = (letter: string, one: number) => `${letter}${one}${ENV.slice(2)}`;
    const openBounded = (bytesAtMost = 10_000) =>
      new FallbackFiles(folder, { warn: () => warnings++ } as never, {
        bytesAtMost,
        onGivenUp: () => givenUp++,
      });
    const bytesInFolder = () => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    let givenUp: number;
    beforeEach(() => {
      givenUp = 0;
    });

    it('S119 have a bounded size: the least recently used are deleted, also after a restart', async () => {
      const files = openBounded();
      for (let one = 1; one <= 9; one++) {
        files.store({ ...of(idOf('a', one)), checkedAt: one });
        await files.flush();
      }
      const written = readdirSync(folder).length;
      expect(bytesInFolder()).toBeLessThanOrEqual(10_000);
      await files.confirm(idOf('a', 2), Date.now() + 60_000);
      const next = openBounded();
      next.labels();
      for (const one of [1, 2, 3]) next.store(of(idOf('b', one)));
      await next.flush();
      expect(bytesInFolder()).toBeLessThanOrEqual(10_000);
      const left = readdirSync(folder);
      expect(left.filter((name) => name.startsWith('b'))).toHaveLength(3);
      expect(left).toContain(`${idOf('a', 2)}.v1`);
      expect(left).not.toContain(`${idOf('a', 3)}.v1`);
      expect(givenUp).toBe(9 - written + 3 - (left.length - written));
    });

    it('S119 beyond a lowered bound are deleted at the start', async () => {
      const files = openBounded();
      for (let one = 1; one <= 8; one++)
        files.store({ ...of(idOf('a', one)), checkedAt: Date.now() + 60_000 * (9 - one) });
      await files.flush();
      openBounded(3_000).labels();
      await eventually(() => expect(readdirSync(folder)).toEqual([`${idOf('a', 1)}.v1`, `${idOf('a', 2)}.v1`]));
      expect(givenUp).toBe(6);
    });

    it('S119 stay in memory until they are written; a set without a file is read again', async () => {
      const files = openBounded();
      files.store(of(idOf('a', 1)));
      expect(files.isEvictable(of(idOf('a', 1)).set)).toBe(false);
      for (let one = 2; one <= 9; one++) files.store(of(idOf('a', one)));
      await files.flush();
      const [first, last] = [of(idOf('a', 1)).set, of(idOf('a', 9)).set];
      expect([files.has(first), files.isEvictable(first)]).toEqual([false, true]);
      expect([files.has(last), files.isEvictable(last)]).toEqual([true, true]);
    });
  });

  it('that a killed process left unfinished are deleted at the start, and a failed write leaves none', async () => {
    writeFileSync(`${file()}.new`, '{"epoch');
    removeParts(folder);
    expect(readdirSync(folder)).toEqual([]);
    mkdirSync(file());
    const files = open();
    files.store(known(1));
    await files.flush();
    expect([readdirSync(folder), warnings]).toEqual([[`${ENV}.v1`], 1]);
  });

  describe('that name a revoked key', () => {
    const withKeys = (...keyHashes: string[]): StoredAnswer => ({ ...known(1), keyHashes });
    const keysOnDisk = () => open().labels()[0]?.keyHashes;
    /** Makes writes of whole files fail. */
    const blockWrites = () => mkdirSync(`${file()}.new`);

    it('S129 are deleted where they cannot be replaced, and stored again with the next answer', async () => {
      const files = open();
      files.store(withKeys('old', 'new'));
      await eventually(() => expect(files.has(set(1))).toBe(true));
      blockWrites();
      files.storeWithoutKey(withKeys('new'));
      await eventually(() => expect(existsSync(file())).toBe(false));
      expect(files.lost.has(ENV)).toBe(true);
      rmdirSync(`${file()}.new`);
      files.store(withKeys('new'));
      await files.flush();
      expect(keysOnDisk()).toEqual(['new']);
    });

    it('S129 are deleted when their replacement drops out of the queue', async () => {
      const turns: (() => void)[] = [];
      const files = new FallbackFiles(folder, { warn: () => warnings++ } as never, {
        limit: async (write) => {
          await new Promise<void>((resolve) => turns.push(resolve));
          return write();
        },
        waitingBytesAtMost: 3,
      });
      files.store(withKeys('old', 'new'));
      turns.shift()?.();
      await eventually(() => expect(files.has(set(1))).toBe(true));
      files.storeWithoutKey(withKeys('new'));
      files.store({ ...withKeys('k'), set: { ...set(1), environmentId: ENV.replace(/1$/, '2') } });
      await eventually(() => expect(turns).toHaveLength(2));
      for (const begin of turns) begin();
      await eventually(() => expect(existsSync(file())).toBe(false));
      expect(files.lost.has(ENV)).toBe(true);
    });

    it('S129 are deleted later when deletion fails at first', async () => {
      const files = open();
      files.store(withKeys('old'));
      await eventually(() => expect(files.has(set(1))).toBe(true));
      await files.flush();
      renameSync(folder, `${folder}.away`);
      writeFileSync(folder, '');
      await files.remove(ENV);
      rmSync(folder);
      renameSync(`${folder}.away`, folder);
      expect(keysOnDisk()).toEqual(['old']);
      files.removeOutdated();
      await files.flush();
      expect(readdirSync(folder)).toEqual([]);
    });
  });

  it('S121 that wait to be written have a bounded size: the oldest are dropped', async () => {
    const turns: (() => void)[] = [];
    const files = new FallbackFiles(folder, { warn: () => warnings++ } as never, {
      limit: async (write) => {
        await new Promise<void>((resolve) => turns.push(resolve));
        return write();
      },
      waitingBytesAtMost: 5_000,
    });
    const of = (environmentId: string): StoredAnswer => ({
      set: { environmentId, epoch: 'e', revision: 1, body: Buffer.from(JSON.stringify(['x'.repeat(996)])) },
      keyHashes: ['k'],
      checkedAt: 1_000,
    });
    const ids = Array.from({ length: 9 }, (_, one) => `a${one}`);
    for (const id of ids) files.store(of(id));
    const waiting = ids.filter((id) => !files.isEvictable(of(id).set));
    expect(waiting).toEqual(['a4', 'a5', 'a6', 'a7', 'a8']);
    expect(ids.filter((id) => files.lost.has(id))).toEqual(['a0', 'a1', 'a2', 'a3']);
    for (const begin of turns) begin();
    await files.flush();
    expect(readdirSync(folder).toSorted()).toEqual(waiting.map((id) => `${id}.v1`).toSorted());
    expect(waiting.every((id) => files.isEvictable(of(id).set))).toBe(true);
    const again = of('a0');
    files.store(again);
    turns.at(-1)?.();
    await files.flush();
    expect([files.has(again.set), files.lost.has('a0')]).toEqual([true, false]);
  });

  it('stores an environment in one file that only its owner can read, and leaves no other file', async () => {
    const files = open();
    files.store(known(1));
    await files.flush();
    expect(readdirSync(folder)).toEqual([`${ENV}.v1`]);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect([files.has(set(1)), files.has(set(2))]).toEqual([true, false]);
  });

  it('stores the last of several answers in a row', async () => {
    const files = open();
    for (let revision = 1; revision <= 50; revision++) files.store(known(revision));
    await files.flush();
    expect(await files.read(ENV)).toEqual(set(50));
  });

  it('another process reads from the labels alone which keys they are for', async () => {
    const files = open();
    files.store(known(7));
    await files.flush();
    const [label] = open().labels();
    expect(label).toMatchObject({
      version: { environmentId: ENV, epoch: 'e', revision: 7 },
      keyHashes: ['k'],
    });
  });

  it('confirming moves its time forward, and writes nothing', async () => {
    const files = open();
    files.store(known(7));
    await files.flush();
    const before = readFileSync(file(), 'utf8');
    const at = Date.now() + 60_000;
    await files.confirm(ENV, at);
    expect(open().labels()[0]!.checkedAt).toBeCloseTo(at, 0);
    expect(readFileSync(file(), 'utf8')).toBe(before);
  });

  it('reads a label longer than the first read of the file', async () => {
    const files = open();
    const keyHashes = Array.from({ length: 2_000 }, (_, i) => String(i).padStart(64, '0'));
    files.store({ ...known(7), keyHashes });
    await files.flush();
    expect(open().labels()[0]!.keyHashes).toEqual(keyHashes);
  });

  it.each([
    ['cut short', (text: string) => text.slice(0, -1)],
    ['altered', (text: string) => text.replace('[]', '[1]')],
    ['empty', () => ''],
    ['garbage', () => '{]'],
  ])('a file that is %s is ignored, with a warning', async (_what, damage) => {
    const files = open();
    files.store(known(7));
    await files.flush();
    writeFileSync(file(), damage(readFileSync(file(), 'utf8')));
    expect(await open().read(ENV)).toBeUndefined();
    expect(warnings).toBe(1);
    expect(() => open().labels()).not.toThrow();
  });

  it('a file that still lists origins is read without them', async () => {
    const label = { epoch: 'e', revision: 7, key_hashes: ['k'], origins: ['https://a.example'], checked_at: 1_000 };
    writeFileSync(file(), `${JSON.stringify(label)}\n${wrapFlagSet(set(7))}`);
    expect(open().labels()).toMatchObject([{ keyHashes: ['k'] }]);
    expect(await open().read(ENV)).toEqual(set(7));
    expect(warnings).toBe(0);
  });

  it.each(['{', '{}', '[1]', ''])('a file of origins that holds %j is ignored, with a warning', (text) => {
    writeFileSync(join(folder, 'origins.json'), text);
    expect(open().origins.has('https://a.example')).toBe(false);
    expect(warnings).toBe(1);
  });

  it.each(['{}', '0', '{"epoch":"e","revision":1}'])(
    'a first line that is no label, %s, is ignored, with a warning',
    (line) => {
      writeFileSync(file(), `${line}\n[]`);
      expect(open().labels()).toEqual([]);
      expect(warnings).toBe(1);
    },
  );

  it('a set stored after its removal stays, even during a write', async () => {
    const files = open();
    files.store(known(1));
    await eventually(() => expect(files.has(set(1))).toBe(true));
    const removed = files.remove(ENV);
    files.store(known(2));
    await removed;
    await files.flush();
    expect([await files.read(ENV), files.has(set(2))]).toEqual([set(2), true]);
  });

  it('a file that cannot be removed leads to a warning, not to an error', async () => {
    const files = open();
    files.store(known(1));
    await files.flush();
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
    await files.remove(ENV);
    expect(warnings).toBe(1);
  });

  it('a removed set is gone, even if it was about to be written', async () => {
    const files = open();
    files.store(known(7));
    files.store(known(8));
    await files.remove(ENV);
    await files.flush();
    expect(readdirSync(folder)).toEqual([]);
    expect(files.versionOf(ENV)).toBeUndefined();
  });
});
