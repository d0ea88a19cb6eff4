import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FlagSet, unwrapFlagSet } from '@burgee/contracts/wire';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FallbackFiles } from './fallback-files.js';

const ENV = '0190a000-0000-7000-8000-000000000001';
/** Large enough to be written in several pieces. */
const body = (revision: number) => Buffer.from(JSON.stringify([`${revision}`.repeat(600_000)]));
const set = (revision: number): FlagSet => ({ environmentId: ENV, epoch: 'e', revision, body: body(revision % 10) });

let folder: string;
let files: FallbackFiles;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burgee-fallback-'));
  files = new FallbackFiles(folder, { warn: () => undefined });
  await store(1);
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

async function store(revision: number): Promise<void> {
  files.store({ set: set(revision), keyHashes: ['k'], checkedAt: 1_000 });
  await files.flush();
}

const file = () => join(folder, `${ENV}.v1`);

/** The revision of the complete flag set in the file. @throws when it is a part, or none */
function revisionOnDisk(): number {
  const [label = '', ...rest] = readFileSync(file(), 'utf8').split('\n');
  const { revision } = JSON.parse(label) as { revision: number };
  if (!unwrapFlagSet(Buffer.from(rest.join('\n')), { environmentId: ENV, epoch: 'e', revision }))
    throw new Error(`A part of revision ${revision} was there.`);
  return revision;
}

describe('writing a last known good file', () => {
  it('a reader finds a complete file at any moment of 40 writes, for its owner alone', async () => {
    const writing = (async () => {
      for (let revision = 2; revision <= 41; revision++) await store(revision);
      return 'done';
    })();
    const seen = new Set<number>();
    const modes = new Set<number>();
    for (let state: unknown; state !== 'done'; state = await Promise.race([writing, nextTurn()])) {
      seen.add(revisionOnDisk());
      modes.add(statSync(file()).mode & 0o777);
    }
    expect(revisionOnDisk()).toBe(41);
    expect([...modes]).toEqual([0o600]);
    expect(seen.size).toBeGreaterThan(20);
  });

  it('the new file is on the disk before it replaces the old one', async () => {
    const handle = await open(file());
    const prototype = Object.getPrototypeOf(handle) as FileHandle;
    await handle.close();
    const inPlaceAtFlush: number[] = [];
    for (const flush of ['sync', 'datasync'] as const) {
      const original = prototype[flush];
      jest.spyOn(prototype, flush).mockImplementation(async function (this: FileHandle) {
        inPlaceAtFlush.push(revisionOnDisk());
        await original.call(this);
      });
    }
    await store(2);
    expect(inPlaceAtFlush).toContain(1);
    expect(revisionOnDisk()).toBe(2);
  });
});
