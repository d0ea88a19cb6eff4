import { expect, it } from '@jest/globals';
import { findByIdOrName } from './find-by-id-or-name.js';

const [shop, other, third] = [
  { id: '1', name: 'Shop', slug: 'shop' },
  { id: '2', name: 'Other', slug: 'Shop' },
  { id: '3', name: '1', slug: 'third' },
];
const ALL = [shop, other, third] as const;

it('is found by its name, its slug or its id', () => {
  for (const asked of ['Other', '2']) expect(findByIdOrName(ALL, asked, 'project')).toBe(other);
  expect(findByIdOrName(ALL, 'third', 'project')).toBe(third);
});

it('with an id is found, even when another has that name', () => {
  expect(findByIdOrName(ALL, '1', 'project')).toBe(shop);
});

it('is refused where several may be meant, with their ids', () => {
  expect(() => findByIdOrName(ALL, 'Shop', 'project')).toThrow(
    'More than one project is called Shop. Name one by its id: 1, 2.',
  );
});

it('is refused where there is none, with the names that there are', () => {
  expect(() => findByIdOrName(ALL, 'Shed', 'project')).toThrow('There is no project Shed; there are: Shop, Other, 1.');
  expect(() => findByIdOrName([], 'Shed', 'project')).toThrow('there are: none.');
});
