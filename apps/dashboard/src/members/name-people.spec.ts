import type { MemberView } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { allMembersQuery } from '../api/members.js';
import { mayBeAlike } from './may-be-alike.js';
import { nameAmongMembers } from './name-among-members.js';
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
  'Ada\uFFFC Lovelace',
  'Ada\u2800Lovelace',
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

it.each([
  ['Ada L0velace', 'Ada L0velace (eve@example.com)'],
  ['Eve', 'Eve'],
])('names the author of a change, and says which one where a member looks the same: %s', async (name, shown) => {
  const queries = new QueryClient();
  const members = [ada, bo, { id: '3', name, email: 'eve@example.com' }];
  const rows = members.map(({ id, email = '', ...person }) => ({ user_id: id, email, ...person }) as MemberView);
  queries.setQueryData(allMembersQuery('p').queryKey, rows);
  expect(await nameAmongMembers(queries, 'p', { id: '3', name })).toBe(shown);
});

it('names the author of a change plainly where the members cannot be read', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queries.setQueryDefaults(allMembersQuery('p').queryKey, { queryFn: () => Promise.reject(new Error('gone')) });
  expect(await nameAmongMembers(queries, 'p', bo)).toBe('Bo');
});
