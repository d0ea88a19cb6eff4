import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { figures } from '@burgee/sizing';
import { expect, it } from '@jest/globals';
import { formatted } from '../formatted.js';
import { ROOT } from '../start/settings.js';
import { fillPage } from './fill-page.js';

const PAGE = join(ROOT, 'docs', 'sizing.md');

it('keeps docs/sizing.md at the figures that the calculator has', async () => {
  const page = readFileSync(PAGE, 'utf8');
  const filled = await formatted(PAGE, fillPage(page, figures));
  expect(filled).toBe(page);
});
