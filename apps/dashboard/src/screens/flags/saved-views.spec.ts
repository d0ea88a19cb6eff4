import { expect, it } from '@jest/globals';
import { fromQuery, toQuery, withView } from './saved-views.js';

it('a search is saved without columns, and comes back as it was', () => {
  const search = { q: 'a & b', tag: 'web', state: 'on', archived: true, favorites: true, columns: 'dev' } as const;
  const query = toQuery({ ...search, env: undefined });
  expect(query).toBe('q=a+%26+b&tag=web&state=on&archived=true&favorites=true');
  const { columns: _columns, ...rest } = search;
  expect(fromQuery(query)).toEqual(rest);
});

it('what makes no sense any more is left out', () => {
  expect(fromQuery('state=maybe&tag=web&x=1')).toEqual({ tag: 'web' });
});

it('a view replaces one of its name', () => {
  const views = [
    { name: 'B', search: 'q=b' },
    { name: 'A', search: 'q=a' },
  ];
  expect(withView(views, { name: 'B', search: 'q=new' })).toEqual([
    { name: 'A', search: 'q=a' },
    { name: 'B', search: 'q=new' },
  ]);
});
