import { expect, it } from '@jest/globals';
import { leftSays, planLines } from './plan-lines.js';

it('has a line for each environment and flag that is created or changed', () => {
  expect(
    planLines({
      environments: [
        { slug: 'eu', action: 'create', fields: ['name'], loosens: [] },
        { slug: 'us', action: 'change', fields: ['name', 'url'], loosens: [] },
        { slug: 'live', action: 'change', fields: ['approvals'], loosens: ['approvals'] },
      ],
      flags: [
        { key: 'a', action: 'create', fields: [], environments: ['eu'] },
        { key: 'b', action: 'change', fields: ['tags'], environments: ['eu', 'us'] },
      ],
    }),
  ).toEqual([
    { name: 'Environment eu', says: 'new' },
    { name: 'Environment us', says: 'name, url' },
    { name: 'Environment live', says: 'approvals; refused, because it would loosen approvals' },
    { name: 'a', says: 'new' },
    { name: 'b', says: 'tags, value in eu and us' },
  ]);
});

it('counts what stays unchanged', () => {
  const left = { left_environments: { alike: 1, not_named: 0 }, left_flags: { alike: 2, not_named: 1 } };
  expect(leftSays(left)).toBe('1 environment and 3 flags stay unchanged.');
});
