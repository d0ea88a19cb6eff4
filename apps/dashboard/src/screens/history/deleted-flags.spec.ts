import { expect, it } from '@jest/globals';
import { deletedFlags } from './deleted-flags.js';

it('lists a flag only if its last deletion was not undone', () => {
  const entries = [
    { action: 'flag_delete', flag_id: 'again' },
    { action: 'flag_restore', flag_id: 'back' },
    { action: 'flag_restore', flag_id: 'again' },
    { action: 'flag_delete', flag_id: 'back' },
    { action: 'flag_delete', flag_id: 'gone' },
    { action: 'flag_toggle', flag_id: 'there' },
  ] as const;
  expect([...deletedFlags(entries)].toSorted()).toEqual(['again', 'gone']);
});
