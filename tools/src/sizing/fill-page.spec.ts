import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { figures } from '@burgee/sizing';
import { expect, it } from '@jest/globals';
import { ROOT } from '../start/settings.js';
import { fillPage } from './fill-page.js';

const PAGE = join(ROOT, 'docs', 'operate', 'sizing.md');

it('keeps docs/operate/sizing.md at the figures that the calculator has', () => {
  const page = readFileSync(PAGE, 'utf8');
  expect(fillPage(page, figures)).toBe(page);
});
