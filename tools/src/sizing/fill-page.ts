import { type Figures, planEstate } from '@burgee/sizing';
import { figuresTable, planText } from './describe.js';
import { EXAMPLE_ESTATE } from './example-estate.js';

const between = (name: string) => new RegExp(`(<!-- ${name} -->)[\\s\\S]*(<!-- end of ${name} -->)`);

/** docs/operate/sizing.md with the tables of these figures. */
export function fillPage(page: string, figures: Figures): string {
  const table = `${figuresTable(figures)}\n\n${figures.measured}`;
  const plan = planText(EXAMPLE_ESTATE, planEstate(EXAMPLE_ESTATE, figures), figures);
  return page.replace(between('figures'), `$1\n\n${table}\n\n$2`).replace(between('estate'), `$1\n\n${plan}\n\n$2`);
}
