import { expect, it } from '@jest/globals';
import { isAwaiting } from './noted-changes.js';

const AT = '2026-03-01T12:00:00.000Z';
const change = (request_id: string | null, project_id = 'p') => ({ project_id, request_id, at: AT });
const after = (seconds: number) => Date.parse(AT) + seconds * 1_000;
const entries = [{ request_id: 'recorded' }, { request_id: null }];

it.each([
  ['its entry is there', [change('recorded')], 1, false],
  ['its entry is not there', [change('recorded'), change('new')], 1, true],
  ['it is of another project', [change('new', 'other')], 1, false],
  ['its request is unknown', [change(null)], 1, false],
  ['it was long ago', [change('new')], 301, false],
] as const)('tells whether an entry is on its way: %s', (_why, changes, seconds, expected) =>
  expect(isAwaiting(changes, 'p', entries, after(seconds))).toBe(expected),
);
