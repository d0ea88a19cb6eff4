import { parseArgs } from 'node:util';
import type { Report } from '@burgee/launcher';
import { type Estate, figures, planEstate } from '@burgee/sizing';
import { figuresTable, planText } from './describe.js';
import { EXAMPLE_ESTATE } from './example-estate.js';
import { measureFigures } from './measure-figures.js';
import { writeFigures } from './write-figures.js';

type Numbers = Omit<Estate, 'edges'>;
const { edges: _, ...EXAMPLE } = EXAMPLE_ESTATE;
const AT_LEAST: Partial<Numbers> = { environments: 1, flags: 1 };
const names = Object.keys(EXAMPLE) as (keyof Numbers)[];
const optionOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function help(): string {
  const options = names.map((name) => `  --${optionOf(name)} ${EXAMPLE[name]}`);
  return [
    'npm run sizing -- [options]: what an estate needs',
    '',
    ...options,
    '  --no-edges               browsers go to the gateways',
    '  --measure [--write]      measures what one of each holds; --write keeps it',
  ].join('\n');
}

function numberOf(name: keyof Numbers, text: string | undefined): number {
  const value = text === undefined ? EXAMPLE[name] : Number(text);
  const atLeast = AT_LEAST[name] ?? 0;
  if (!Number.isFinite(value) || value < atLeast)
    throw new Error(`--${optionOf(name)} takes a number of at least ${atLeast}, not ${text}.`);
  return value;
}

/** `npm run sizing`: prints a plan, or what it is computed from. @throws on an option that it does not know */
export async function sizing(report: Report, args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      ...Object.fromEntries(names.map((name) => [optionOf(name), { type: 'string' as const }])),
      'no-edges': { type: 'boolean' },
      measure: { type: 'boolean' },
      write: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(help());
  if (values.measure) {
    const measured = await measureFigures(report);
    console.log(`\n${figuresTable(measured)}\n\n${measured.measured}`);
    if (values.write) await writeFigures(measured);
    return;
  }
  const given = values as Record<string, string | undefined>;
  const entered = names.map((name) => [name, numberOf(name, given[optionOf(name)])]);
  const estate = { ...Object.fromEntries(entered), edges: !values['no-edges'] } as unknown as Estate;
  console.log(planText(estate, planEstate(estate, figures), figures));
}
