import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { ROOT } from '../start/settings.js';
import { listsOf, notAsked } from './growth-lists.js';
import type { Grown } from './seed-growth.js';

const ROW = /^\| GET +\| `(\/(?:api|ofrep|unleash)\/[^`]+)`/gm;

it('the bench of growth asks for every list and page that there is', () => {
  const page = readFileSync(join(ROOT, 'docs', 'reference', 'authorization.md'), 'utf8');
  const reads = [...page.matchAll(ROW)].map(([, path = '']) => path.replaceAll(/:(\w+)/g, '{$1}'));
  expect(reads.length).toBeGreaterThan(30);
  expect(notAsked(listsOf({} as Grown), reads)).toEqual([]);
});
