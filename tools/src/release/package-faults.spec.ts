import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { faultsOf } from './package-faults.js';

const folder = mkdtempSync(join(tmpdir(), 'burgee-package-'));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (file: string) => {
  const manifest = { name: '@burgee/x', version: '1.0.0', license: 'MIT', type: 'module', exports: { '.': file } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
};

it('a package whose export names no file is not released', async () => {
  writeFileSync(join(folder, 'index.js'), 'export const x = 1;');
  write('./none.js');
  expect(await faultsOf(folder)).toEqual([
    expect.stringMatching(/^@burgee\/x: .*\.\/none\.js but the file does not exist$/),
  ]);
  write('./index.js');
  expect(await faultsOf(folder)).toEqual([]);
});
