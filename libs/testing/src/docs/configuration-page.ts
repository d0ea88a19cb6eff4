import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A setting as docs/reference/configuration.md shows it. */
export interface SettingLine {
  name: string;
  default: string;
  meaning: string;
}

/** The parts of an envalid spec that the page shows. */
interface Described {
  desc?: string;
  default?: unknown;
  choices?: readonly unknown[];
}

function defaultOf(spec: Described): string {
  if (!('default' in spec)) return 'required';
  return spec.default === undefined ? 'unset' : `\`${String(spec.default).replace(`${process.cwd()}/`, '')}\``;
}

function meaningOf({ desc = '', choices }: Described): string {
  return choices ? `${desc} (${choices.map((one) => `\`${String(one)}\``).join(', ')})` : desc;
}

/** What the page has to say of a schema. */
export function settingsOfSchema(schema: Record<string, Described>): SettingLine[] {
  return Object.entries(schema).map(([name, spec]) => ({ name, default: defaultOf(spec), meaning: meaningOf(spec) }));
}

function sectionOnPage(heading: string): string {
  const page = readFileSync(join(process.cwd(), 'docs', 'reference', 'configuration.md'), 'utf8');
  const section = page.split(/^#+ /m).find((one) => one.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`docs/reference/configuration.md has no heading "${heading}"`);
  return section;
}

/** The names that a list under a heading has. */
export function namesOnPage(heading: string): string[] {
  const [, ...items] = sectionOnPage(heading).split(/^- /m);
  return items.flatMap((item) => [...item.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name));
}

/** What the page says under a heading; of a table, only rows whose first cell is a name in code. */
export function settingsOnPage(heading: string): SettingLine[] {
  return [...sectionOnPage(heading).matchAll(/^\| `(\w+)` +\| (.*?) +\| (.*?) +\|$/gm)].map(
    ([, name = '', value = '', meaning = '']) => ({
      name,
      default: value,
      meaning,
    }),
  );
}
