import { expect, it } from '@jest/globals';
import { findProjects } from './find-projects.js';

const [shop, app] = [
  { name: 'Web shop', description: null },
  { name: 'App', description: 'For the SHOP in Oslo' },
];

it.each([
  ['', [shop, app]],
  [' shop ', [shop, app]],
  ['oslo', [app]],
  ['null', []],
])('searches projects for %j', (text, expected) => expect(findProjects([shop, app], text)).toEqual(expected));
