import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataFolder } from './data-folder.js';

let path: string;
let lock: string;

beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'burgee-folder-'));
  lock = join(path, 'launcher.pid');
});
afterEach(() => rmSync(path, { recursive: true, force: true }));

it('a data folder that cannot be made is refused, with the setting that names it', () =>
  expect(() => new DataFolder('/dev/null/nowhere')).toThrow(
    /^BURGEE_DATA_DIR is \/dev\/null\/nowhere: this folder cannot be made, or not be written to/,
  ));

describe('the lock of a data folder', () => {
  it('belongs to the running launcher, and the next one names it in its error', () => {
    const folder = new DataFolder(path);
    folder.lock();
    folder.writeRun({ url: 'http://localhost:8080', services: [], engines: [] });
    expect(() => new DataFolder(path).lock()).toThrow(
      `Burgee already runs from ${path} at http://localhost:8080 (process ${process.pid}): stop it with Ctrl-C there, or set BURGEE_DATA_DIR to another folder.`,
    );
  });

  it('is not held by a launcher that was killed, also when another process has its pid', () => {
    const folder = new DataFolder(path);
    writeFileSync(lock, `${process.pid} 1`);
    folder.lock();
    folder.unlock();
    // The highest pid of Linux is far below.
    writeFileSync(lock, '99999999 1');
    folder.lock();
    expect(readFileSync(lock, 'utf8')).toMatch(new RegExp(`^${process.pid} \\d+$`));
  });

  it('belongs to a launcher in another container, whose pid says nothing here, until that one ends', async () => {
    const held = spawn('flock', [join(path, 'launcher.lock'), '--command', 'echo locked; exec cat']);
    await once(held.stdout, 'data');
    expect(() => new DataFolder(path).lock()).toThrow(`Burgee already runs from ${path} in another container`);
    expect(existsSync(lock)).toBe(false);
    held.stdin.end();
    await once(held, 'exit');
    new DataFolder(path).lock();
  });

  it('is needed in a container, and nothing of Postgres is touched without it', () => {
    const postmaster = join(path, 'postgres', 'postmaster.pid');
    mkdirSync(join(path, 'postgres'));
    writeFileSync(postmaster, '1');
    const { PATH } = process.env;
    process.env.PATH = path;
    try {
      expect(() => new DataFolder(path).lock(true)).toThrow(`${path} cannot be locked`);
      new DataFolder(path).lock(false);
    } finally {
      process.env.PATH = PATH;
    }
    expect(existsSync(postmaster)).toBe(true);
  });

  it.each([
    ['removes', 'the first process of a container', true, false],
    ['leaves', 'another process', false, true],
  ])('%s the lock of a killed Postgres when taken by %s', (_, _by, isFirst, isLeft) => {
    const postmaster = join(path, 'postgres', 'postmaster.pid');
    mkdirSync(join(path, 'postgres'));
    writeFileSync(postmaster, '1');
    new DataFolder(path).lock(isFirst);
    expect(existsSync(postmaster)).toBe(isLeft);
  });
});

describe('links of commands', () => {
  it('open the Burgee that runs, at its public address if it has one', () => {
    const folder = new DataFolder(path);
    expect(folder.publicUrl()).toEqual({});
    const run = { url: 'http://localhost:9090', services: [], engines: [] };
    folder.writeRun(run);
    expect(new DataFolder(path).publicUrl()).toEqual({ PUBLIC_URL: run.url });
    folder.writeRun({ ...run, publicUrl: 'https://flags.example.com' });
    expect(folder.publicUrl()).toEqual({ PUBLIC_URL: 'https://flags.example.com' });
  });
});
