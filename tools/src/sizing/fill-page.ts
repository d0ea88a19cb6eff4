import { type Figures, planEstate } from '@burgee/sizing';
import { replacePart } from '../page-part.js';
import { figuresTable, planText } from './describe.js';
import { EXAMPLE_ESTATE } from './example-estate.js';

const markers = (name: string) => [`<!-- ${name} -->`, `<!-- end of ${name} -->`] as const;

/** docs/operate/sizing.md with the tables of these figures. */
export function fillPage(page: string, figures: Figures): string {
  const table = `${figuresTable(figures)}\n\n${figures.measured}`;
  const plan = planText(EXAMPLE_ESTATE, planEstate(EXAMPLE_ESTATE, figures), figures);
  return replacePart(replacePart(page, markers('figures'), table), markers('estate'), plan);
}
