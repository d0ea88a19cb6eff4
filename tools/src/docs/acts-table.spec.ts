import { expect, it } from '@jest/globals';
import { actsOnPage, actsTable } from './acts-table.js';

it('docs/reference/authorization.md has the table that the code decides by: node tools/burgee.mjs acts', () => {
  expect(actsOnPage('.')).toBe(actsTable());
});
