import { expect, it } from '@jest/globals';
import { mayBeAlike } from './may-be-alike.js';
import { namePeople, type Person } from './name-people.js';

const ada: Person = { id: '1', name: 'Ada Lovelace', email: 'ada@example.com' };
const bo: Person = { id: '2', name: 'Bo', email: 'bo@example.com' };
const labels = (...people: Person[]) => [...namePeople(people).values()];

it('shows names that differ as they are', () => {
  expect(mayBeAlike([ada.name, bo.name])).toBe(false);
  expect(labels(ada, bo)).toEqual(['Ada Lovelace', 'Bo']);
});

it.each([
  'Ada Lovelace',
  'ada lovelace',
  'AdaLovelace',
  'Ada U+200BLovelace',
  '\u0410d\u0430 L\u043Evelace',
  'Ada Love1ace',
  'Ada L0velace',
  '\uFF21da Lovelace',
  'Ada Lovel\u0251ce',
])('puts the address beside a name that looks like another: %s', (name) => {
  const other = { id: '3', name, email: 'eve@example.com' };
  expect(mayBeAlike([ada.name, bo.name, name])).toBe(true);
  expect(labels(ada, bo, other)).toEqual(['Ada Lovelace (ada@example.com)', 'Bo', `${name} (eve@example.com)`]);
});

it('says of a person without an address that they are no member, and names a person once', () => {
  const gone = { id: '3', name: 'Ada Lovelace' };
  expect(labels(ada, gone, { id: '1', name: 'Ada' })).toEqual([
    'Ada Lovelace (ada@example.com)',
    'Ada Lovelace (no longer a member)',
  ]);
});

it('does not call Burgee itself a person', () => {
  const burgee = { id: '00000000-0000-0000-0000-000000000000', name: 'Burgee' };
  const eve = { id: '3', name: 'Burgee', email: 'eve@example.com' };
  expect(labels(burgee, eve)).toEqual(['Burgee', 'Burgee (eve@example.com)']);
});
