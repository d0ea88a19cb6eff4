import { expect, it } from '@jest/globals';
import { undoTags } from './undo-tags.js';

const FLAGS = [
  { id: '1', tags: ['web'] },
  { id: '2', tags: [] },
  { id: '3', tags: [] },
  { id: '4', tags: ['web', 'shop'] },
];

it('removes an added tag from flags that did not have it before', () => {
  expect(undoTags(FLAGS, ['web', 'shop'], true)).toEqual([
    { tags: ['shop'], flag_ids: ['1'] },
    { tags: ['web', 'shop'], flag_ids: ['2', '3'] },
  ]);
});

it('restores a removed tag to the flags that had it', () => {
  expect(undoTags(FLAGS, ['web'], false)).toEqual([{ tags: ['web'], flag_ids: ['1', '4'] }]);
});
