import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Figures } from '@burgee/sizing';
import { formatted } from '../formatted.js';
import { ROOT } from '../start/settings.js';
import { fillPage } from './fill-page.js';

const SOURCE = join(ROOT, 'libs', 'sizing', 'src', 'figures.ts');
const PAGE = join(ROOT, 'docs', 'sizing.md');

async function write(file: string, text: string): Promise<void> {
  writeFileSync(file, await formatted(file, text));
}

/** Keeps what was measured, for the calculator and for its page. */
export async function writeFigures(figures: Figures): Promise<void> {
  const source = `import type { Figures } from './figures-of-one.js';

/** Written by \`npm run sizing -- --measure --write\`. */
export const figures: Figures = ${JSON.stringify(figures)};
`;
  await write(SOURCE, source);
  await write(PAGE, fillPage(readFileSync(PAGE, 'utf8'), figures));
}
