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

/** Only rows whose first cell is a name in code. */
function rowsBelow(heading: string): SettingLine[] {
  return [...sectionOnPage(heading).matchAll(/^\| `(\w+)` +\| (.*?) +\| (.*?) +\|$/gm)].map(
    ([, name = '', value = '', meaning = '']) => ({
      name,
      default: value,
      meaning,
    }),
  );
}

/** What the page says under a heading, with the settings that come with each engine whose address is required there. */
export function settingsOnPage(heading: string): SettingLine[] {
  const settings = rowsBelow(heading);
  const ofEngines = rowsBelow('Certificates and credentials');
  for (const engine of ['DATABASE', 'REDIS', 'NATS']) {
    if (!settings.some(({ name, default: value }) => name === `${engine}_URL` && value === 'required')) continue;
    const lastAddress = settings.findLastIndex(({ name }) => name.startsWith(`${engine}_URL`));
    settings.splice(lastAddress + 1, 0, ...ofEngines.filter(({ name }) => name.startsWith(`${engine}_`)));
  }
  return settings;
}
