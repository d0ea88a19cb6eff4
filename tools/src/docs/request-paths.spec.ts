import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const FOLDER = 'docs/request-paths';
const LINES_AT_MOST = 200;

/** The source files that the numbered steps of a page link, in order. */
function stepsOf(page: string): string[] {
  const text = readFileSync(join(FOLDER, page), 'utf8');
  const steps = [...text.matchAll(/^\d+\. .*(?:\n +\S.*)*/gm)].map(([step]) => step);
  const links = steps.flatMap((step) => [...step.matchAll(/\]\(([^)#\s]+\.tsx?)\)/g)].map(([, link = '']) => link));
  return links.map((link) => join(dirname(join(FOLDER, page)), link));
}

describe.each([
  ['read.md', 10],
  ['toggle.md', 20],
])('the steps of %s', (page, filesAtMost) => {
  const files = stepsOf(page);

  it(`visit at most ${filesAtMost} files, each once`, () => {
    expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([]);
    expect(files.length).toBeGreaterThan(1);
    expect(files.length).toBeLessThanOrEqual(filesAtMost);
  });

  it(`visit no file of more than ${LINES_AT_MOST} lines`, () => {
    const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').length - 1;
    expect(files.filter((file) => linesOf(file) > LINES_AT_MOST)).toEqual([]);
  });
});
