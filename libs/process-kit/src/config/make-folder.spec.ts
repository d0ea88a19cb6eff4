import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeFolder } from './make-folder.js';

let place: string;

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'burgee-folder-'));
});
afterAll(() => rmSync(place, { recursive: true }));

describe('a folder', () => {
  it('is created with its parents, for this user only, and may exist already', () => {
    const folder = join(place, 'a', 'b');
    expect([makeFolder(folder), makeFolder(folder)]).toEqual([undefined, undefined]);
    for (const made of [folder, join(place, 'a')]) expect(statSync(made).mode & 0o777).toBe(0o700);
  });

  it.each([
    ['below a file', () => join(place, 'file', 'nowhere')],
    ['where the kernel makes none', () => '/proc/burgee/nowhere/at/all'],
  ])('%s is refused at once, without its path', (_where, folder) => {
    writeFileSync(join(place, 'file'), '');
    expect(makeFolder(folder())).toMatch(/^this folder cannot be made, or not be written to \([A-Z]+\)$/);
  });
});
