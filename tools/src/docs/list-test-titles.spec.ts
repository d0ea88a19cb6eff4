import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { listTestTitles } from './list-test-titles.js';

it('lists the titles of tests that run, and no other text', () => {
  const folder = mkdtempSync(join(tmpdir(), 'burgee-titles-'));
  const file = join(folder, 'some.spec.ts');
  writeFileSync(
    file,
    `it('plain', () => {});
     describe('a group', () => { test.only("it's", () => {}); });
     it.each([['a table']])('%s of a table', () => {});
     it.each\`a\`(\`of a template\`, () => {});
     it.skip('skipped', () => {}); it.todo('for later'); it.skip.each([1])('skipped %s', () => {});
     log('a text'); // it('a comment', () => {});`,
  );
  const titles = listTestTitles(file);
  rmSync(folder, { recursive: true });
  expect(titles.toSorted()).toEqual(['%s of a table', "it's", 'of a template', 'plain']);
});
