import { expect, it } from '@jest/globals';
import { groupActions } from './action-groups.js';
import { filterTexts } from './action-texts.js';

it('lists each action in one group, and no empty group', () => {
  const groups = groupActions();
  const values = groups.flatMap(({ items }) => items.map(({ value }) => value));
  expect(values.toSorted()).toEqual(Object.keys(filterTexts).toSorted());
  expect(groups.filter(({ items }) => items.length === 0)).toEqual([]);
});
