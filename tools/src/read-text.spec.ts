import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readText } from './read-text.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'burgee-text-'));
});
afterAll(() => rm(folder, { recursive: true }));

function saved(bytes: Buffer): string {
  const file = join(folder, 'document.json');
  writeFileSync(file, bytes);
  return file;
}

describe('a file to import', () => {
  it.each([
    ['plain', Buffer.from('{"ä":1}')],
    ['with a byte order mark', Buffer.from('\ufeff{"ä":1}')],
  ])('is read as UTF-8: %s', async (_how, bytes) => {
    expect(await readText(saved(bytes))).toBe('{"ä":1}');
  });

  it.each([
    ['little endian', Buffer.from('\ufeff{}', 'utf16le')],
    ['big endian', Buffer.from('\ufeff{}', 'utf16le').swap16()],
  ])('is named UTF-16 when it is, %s', async (_how, bytes) => {
    await expect(readText(saved(bytes))).rejects.toThrow('is UTF-16. Save it as UTF-8.');
  });
});
