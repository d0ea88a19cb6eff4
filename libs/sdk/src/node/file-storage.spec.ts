import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fileStorage } from './index.js';

const run = promisify(execFile);
const NAME = 'burgee:7';
const text = (version: string, more = ''): string => JSON.stringify({ flags: [], version, more });

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'burgee-flags-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (...versions: string[]) =>
  versions.reduce(
    (before, version) => before.then(() => fileStorage(folder).setItem(NAME, text(version)) as Promise<void>),
    Promise.resolve(),
  );
const stored = () => (JSON.parse(fileStorage(folder).getItem(NAME) as string) as { version: string }).version;

/** Writes these revisions to a folder from a separate process, each padded with 200 KB. */
function storeElsewhere(place: string, revisions: readonly number[], options = {}): Promise<unknown> {
  const module = pathToFileURL(join(process.cwd(), 'libs', 'sdk', 'dist', 'node', 'index.js')).href;
  const script = `
    const { fileStorage } = await import(${JSON.stringify(module)});
    const storage = fileStorage(${JSON.stringify(place)});
    for (const revision of ${JSON.stringify(revisions)})
      await storage.setItem('${NAME}', JSON.stringify({ flags: [], version: 'e-' + revision, more: 'x'.repeat(200_000) }));`;
  return run(process.execPath, ['--input-type=module', '--eval', script], options);
}

describe('a file storage', () => {
  it('returns the stored text, and null before', async () => {
    expect(fileStorage(join(folder, 'new', 'deep')).getItem(NAME)).toBeNull();
    await write('e-1');
    expect([fileStorage(folder).getItem(NAME), fileStorage(folder).getItem('other')]).toEqual([text('e-1'), null]);
  });

  it('never goes back within an epoch, and accepts any other epoch', async () => {
    await write('e-5', 'e-4');
    expect(stored()).toBe('e-5');
    await write('e-10', 'f-1');
    expect(stored()).toBe('f-1');
  });

  it('replaces a file that cannot be read', async () => {
    for (const content of ['', '{"flags":[', 'null', '[]']) {
      writeFileSync(join(folder, 'burgee-7.json'), content);
      await write('e-1');
      expect(stored()).toBe('e-1');
      rmSync(join(folder, 'burgee-7.json'));
    }
  });

  it('is readable by its user only', async () => {
    await write('e-1');
    expect(statSync(join(folder, 'burgee-7.json')).mode & 0o777).toBe(0o600);
  });

  it('works after a process died during a write', async () => {
    const lock = join(folder, 'burgee-7.json.lock');
    writeFileSync(lock, '');
    utimesSync(lock, 1, 1);
    await write('e-1');
    expect(stored()).toBe('e-1');
  });

  it('ignores the temporary file of a process with the same id in another container', async () => {
    const others = join(folder, `burgee-7.json.${process.pid}`);
    writeFileSync(others, 'half of');
    await write('e-1');
    expect([stored(), readFileSync(others, 'utf8')]).toEqual(['e-1', 'half of']);
  });

  it('removes only the temporary files that dead processes left of its own file', async () => {
    const left = ['burgee-7.json.1', 'burgee-7.json.0a1b2c', 'burgee-8.json.1', 'burgee-7.jsonl'];
    for (const name of left) {
      writeFileSync(join(folder, name), '');
      utimesSync(join(folder, name), 1, 1);
    }
    await write('e-1');
    expect(readdirSync(folder).toSorted()).toEqual(['burgee-7.json', 'burgee-7.jsonl', 'burgee-8.json.1']);
  });

  it('gives up without a change while another process has the lock', async () => {
    await write('e-1');
    const lock = join(folder, 'burgee-7.json.lock');
    writeFileSync(lock, '');
    utimesSync(lock, 1e11, 1e11);
    await expect(write('e-2')).rejects.toThrow(/another process/);
    expect(stored()).toBe('e-1');
  });

  it('throws at once where it cannot create the folder', async () => {
    writeFileSync(join(folder, 'file'), '');
    for (const path of [join(folder, 'file'), join(folder, 'file', 'folder')])
      expect(() => fileStorage(path)).toThrow(/(EEXIST|ENOTDIR): .*file/);
    // /proc, where the kernel creates no folder; in a process of its own, which the test can kill.
    await expect(storeElsewhere('/proc/burgee/nowhere', [1], { timeout: 20_000 })).rejects.toThrow('ENOENT');
  });

  it('stays whole and ends with the newest flags when many processes write one file', async () => {
    // Each process starts at another place in the same revisions.
    const revisions = Array.from({ length: 40 }, (_, index) => index + 1);
    const writers = [0, 7, 19, 31].map((start) =>
      storeElsewhere(folder, [...revisions.slice(start), ...revisions.slice(0, start)]),
    );
    const writing = { isOver: false };
    const sizes = new Set<number>();
    const done = Promise.all(writers).finally(() => (writing.isOver = true));
    const seen: number[] = [];
    while (!writing.isOver) {
      const found = fileStorage(folder).getItem(NAME);
      if (found) {
        const { version, more } = JSON.parse(found as string) as { version: string; more: string };
        sizes.add(more.length);
        seen.push(Number(version.slice(2)));
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    await done;
    expect([...sizes]).toEqual([200_000]);
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
    expect([
      stored(),
      readdirSync(folder),
      readFileSync(join(folder, 'burgee-7.json'), 'utf8').length > 200_000,
    ]).toEqual(['e-40', ['burgee-7.json'], true]);
  });
});
