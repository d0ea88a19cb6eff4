import type { RestoredFlag } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { requestedRestore } from './requested-restore.js';

const VALUE = {
  is_enabled: true,
  rollout_percentage: 5,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
};
const flag = (flag_id: string, action: RestoredFlag['action'] = 'change'): RestoredFlag => ({
  flag_id,
  key: flag_id,
  action,
  parts: [],
  from: VALUE,
  to: VALUE,
});

it('requests the values that a restore changes, without the flags that it brings back', () => {
  expect(requestedRestore('e', [flag('a'), flag('b', 'unarchive'), flag('c', 'restore')])).toEqual({
    environmentId: 'e',
    changes: [{ flag_id: 'a', patch: VALUE }],
  });
  expect(requestedRestore('e', [flag('b', 'restore')])).toBeUndefined();
});
