import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DomainError, ERRORS, type ErrorCode, toProblem } from './errors.js';

const PAGE = readFileSync(join(process.cwd(), 'docs', 'reference', 'errors.md'), 'utf8');

/** The rows of the page's table: code, status, title, when, what to do. */
const ROWS = [...PAGE.matchAll(/^\| `(\w+)` +\| (\d+) +\| (.*?) +\| (.*?) +\| (.*?) +\|$/gm)].map(
  ([, code = '', status, title, when, remedy]) => ({ code, status: Number(status), title, when, remedy }),
);

describe('docs/reference/errors.md and the registry', () => {
  it('list the same codes, with the same status and title', () => {
    const listed = Object.fromEntries(ROWS.map(({ code, status, title }) => [code, { status, title }]));
    const registered = Object.entries(ERRORS).map(([code, { status, title }]) => [code, { status, title }]);
    expect(listed).toEqual(Object.fromEntries(registered));
  });

  it('list each code once', () => {
    expect(ROWS).toHaveLength(new Set(ROWS.map(({ code }) => code)).size);
  });

  it.each(ROWS)('say when $code comes and what to do', ({ when, remedy }) => {
    expect(when).toMatch(/\w{3}/);
    expect(remedy).toMatch(/\w{3}/);
  });
});

describe('a problem document', () => {
  it.each(Object.keys(ERRORS) as ErrorCode[])('of %s names its code, status and title', (code) => {
    const { status, title } = ERRORS[code];
    const problem = toProblem(new DomainError(code, 'Do this.'), 'request-1');
    const type = `urn:burgee:error:${code}`;
    expect(problem).toEqual({
      type,
      title,
      status,
      code,
      detail: 'Do this.',
      message: 'Do this.',
      request_id: 'request-1',
    });
  });
});
