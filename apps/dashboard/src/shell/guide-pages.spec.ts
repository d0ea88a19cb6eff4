import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { readGuide } from '../../build/guide/read-guide.js';
import { GUIDE_PAGES, guideAddress } from './guide-pages.js';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const LISTED = readFileSync(join(ROOT, 'docs', 'guides', 'README.md'), 'utf8');
const pages = new Map([...readGuide(ROOT).pages.values()].map((page) => [page.address, page]));

it.each(Object.entries(GUIDE_PAGES))('%s has help in %s, which docs/guides/README.md lists', (_screen, help) => {
  const [address = '', anchor] = help.split('#');
  const page = pages.get(address);
  expect(page?.title).toBeTruthy();
  if (anchor !== undefined) expect(page?.sections.map(({ id }) => id)).toContain(anchor);
  if (address !== 'guides')
    expect(LISTED).toContain(`${address.replace('guides/', '(').replace('operate/', '(../operate/')}.md)`);
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
