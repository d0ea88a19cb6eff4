import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from '../start/settings.js';
import { measurePaths, type PathName, type RequestPath } from './measure-paths.js';
import { describeFiles, filesOfSteps, listOn } from './path-lists.js';
import { PAGES } from './write-paths.js';

/** More than a reader follows. */
const FILES_AT_MOST: Partial<Record<PathName, number>> = { toggle: 80, 'toggle by token': 85, read: 24 };

let paths: Record<PathName, RequestPath>;

beforeAll(async () => {
  paths = await measurePaths(ROOT);
}, 120_000);

describe.each(Object.entries(PAGES) as [PathName, string][])('the path of a %s, in %s', (kind, path) => {
  const page = readFileSync(path, 'utf8');

  it('is the list on the page, written by node tools/burgee.mjs request-paths', () => {
    expect(listOn(page, kind)).toBe(describeFiles(paths[kind].files));
  });

  it('names in its steps only files that ran', () => {
    const ran = new Set(Object.values(paths).flatMap((one) => one.ran));
    expect(filesOfSteps(page, path).filter((file) => !ran.has(file))).toEqual([]);
  });

  const most = FILES_AT_MOST[kind];
  if (most !== undefined)
    it(`has at most ${most} files`, () => {
      expect(paths[kind].files.length).toBeLessThanOrEqual(most);
    });
});
