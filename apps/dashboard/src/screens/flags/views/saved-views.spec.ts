import { expect, it } from '@jest/globals';
import { fromQuery, toQuery, withView } from './saved-views.js';

it('saves a search without columns, and restores it', () => {
  const search = { q: 'a & b', tag: 'web', state: 'on', archived: true, favorites: true, columns: 'dev' } as const;
  const query = toQuery({ ...search, env: undefined });
  expect(query).toBe('q=a+%26+b&tag=web&state=on&archived=true&favorites=true');
  const { columns: _columns, ...rest } = search;
  expect(fromQuery(query)).toEqual(rest);
});

it('drops parameters that are no longer valid', () => {
  expect(fromQuery('state=maybe&tag=web&x=1')).toEqual({ tag: 'web' });
});

it('drops columns, and the link of a view, which would lead back to it', () => {
  expect(fromQuery('columns=dev&view=1&sort=changed')).toEqual({ sort: 'changed' });
  expect(toQuery({ ...fromQuery(''), view: '1', tag: 'web' })).toBe('tag=web');
});

it('replaces a view of the same name', () => {
  const views = [
    { name: 'B', search: 'q=b' },
    { name: 'A', search: 'q=a' },
  ];
  expect(withView(views, { name: 'B', search: 'q=new' })).toEqual([
    { name: 'A', search: 'q=a' },
    { name: 'B', search: 'q=new' },
  ]);
});
