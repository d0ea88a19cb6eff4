import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Figures } from '@burgee/sizing';
import { format, type FormatConfig } from 'oxfmt';
import { ROOT } from '../start/settings.js';
import { fillPage } from './fill-page.js';

const SOURCE = join(ROOT, 'libs', 'sizing', 'src', 'figures.ts');
const PAGE = join(ROOT, 'docs', 'operate', 'sizing.md');

/** Writes what was measured, for the calculator and for its page. */
export async function writeFigures(figures: Figures): Promise<void> {
  const source = `import type { Figures } from './figures-of-one.js';

/** Written by \`npm run sizing -- --measure --write\`. */
export const figures: Figures = ${JSON.stringify(figures)};
`;
  const options = JSON.parse(readFileSync(join(ROOT, '.oxfmtrc.json'), 'utf8')) as FormatConfig;
  writeFileSync(SOURCE, (await format(SOURCE, source, options)).code);
  writeFileSync(PAGE, fillPage(readFileSync(PAGE, 'utf8'), figures));
}
