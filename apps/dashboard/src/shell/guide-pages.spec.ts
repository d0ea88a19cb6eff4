import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from '@jest/globals';
import { readGuide } from '../../build/guide/read-guide.js';
import { GUIDE_PAGES, guideAddress } from './guide-pages.js';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const guide = readGuide(ROOT);
const TABLE = 'docs/guides/README.md';
const listed = readFileSync(join(ROOT, TABLE), 'utf8');
const addresses = [...guide.pages.values()].flatMap(({ address, sections }) => [
  address,
  ...sections.map(({ id }) => `${address}#${id}`),
]);

it.each(Object.entries(GUIDE_PAGES))('%s has help in %s', (_screen, help) => {
  expect(addresses).toContain(help);
});

it(`has help in the pages that ${TABLE} lists`, () => {
  const targets = Object.values(GUIDE_PAGES)
    .filter((help) => help !== 'guides')
    .map((help) => `(${relative('guides', help.split('#')[0] ?? '')}.md)`);
  expect(targets.filter((target) => !listed.includes(target))).toEqual([]);
});

it('has a page for every link of a screen', () => {
  const src = join(import.meta.dirname, '..');
  const sources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  const linked = sources.flatMap((source) =>
    [...readFileSync(join(src, source), 'utf8').matchAll(/href="\/guide\/([^"]+)"/g)].map(([, page]) => page),
  );
  expect(linked).toContain('guides/webhooks');
  expect(addresses).toEqual(expect.arrayContaining(linked));
});

it.each([
  ['/projects/$projectId/flags', '/guide/guides/flags'],
  ['/administration/', '/guide/operate/accounts'],
  ['/', '/guide/guides/settings'],
  ['/projects/$projectId/$', '/guide/'],
  [undefined, '/guide/'],
])('the help of %s is at %s', (route, address) => {
  expect(guideAddress(route)).toBe(address);
});
