import { QueryClient } from '@tanstack/react-query';
import { expect, it } from '@jest/globals';
import { noteRevisions, wereReadAt } from './read-revisions.js';

const now = (revisions: Record<string, number>) =>
  Object.entries(revisions).map(([environment_id, revision]) => ({ environment_id, revision }));

it('counts flags as up to date if they were read at every current revision', () => {
  const queries = new QueryClient();
  expect(wereReadAt(queries, 'p', now({}))).toBe(false);
  noteRevisions(queries, 'p', [
    { id: 'dev', revision: 4 },
    { id: 'prod', revision: 9 },
  ]);
  expect(wereReadAt(queries, 'p', now({ prod: 9, dev: 4 }))).toBe(true);
  expect(wereReadAt(queries, 'p', now({ prod: 10, dev: 4 }))).toBe(false);
  expect(wereReadAt(queries, 'p', now({ dev: 4 }))).toBe(false);
  expect(wereReadAt(queries, 'p', now({ dev: 4, added: 1 }))).toBe(false);
  expect(wereReadAt(queries, 'p', undefined)).toBe(false);
  expect(wereReadAt(queries, 'other', now({ prod: 9, dev: 4 }))).toBe(false);
});
