import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CHART } from './chart-files.js';
import { CONTROLLERS } from './controllers.js';

const execute = promisify(execFile);

const FIXTURES = join('tools', 'fixtures', 'chart');
const VALUES = '.values.yaml';
/** As the schemas that the lane has. A Helm that Go builds from its module claims to be for a Kubernetes of long ago. */
export const KUBERNETES = '1.34.0';

/** One of the sets of values that the chart is rendered with. */
export interface RenderCase {
  readonly name: string;
  readonly values: string;
  /** The file that stores the rendered chart. */
  readonly golden: string;
}

/** @param root of the repository */
export function renderCases(root: string): RenderCase[] {
  const names = readdirSync(join(root, FIXTURES)).filter((name) => name.endsWith(VALUES));
  return names.toSorted().map((file) => {
    const name = file.slice(0, -VALUES.length);
    return { name, values: join(FIXTURES, file), golden: join(FIXTURES, `${name}.yaml`) };
  });
}

/** Files that no rendered object depends on: a new setting is only in the schema. */
const NOT_RENDERED = new Set(['values.schema.json', 'templates/NOTES.txt', '.helmignore']);

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !NOT_RENDERED.has(name))
    .filter((name) => statSync(join(folder, name)).isFile())
    .toSorted();
}

/** The first line of what is rendered: it changes with every source of it, so that a spec notices without Helm that it is stale. */
export function sourcesLine(root: string, { values }: RenderCase): string {
  const hash = createHash('sha256');
  const chart = join(root, CHART);
  for (const name of filesOf(chart))
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(chart, name)))
      .update('\0');
  hash.update(readFileSync(join(root, values)));
  return `# sources: ${hash.digest('hex')}`;
}

const tidy = (text: string) =>
  text
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{2,}/g, '\n')
    .trim();

interface Rendering {
  values: string;
  words?: readonly string[];
  /** A folder, or the file of a release. */
  chart?: string;
}

async function template(helm: string, root: string, rendering: Rendering): Promise<string> {
  const { values, words = [], chart = CHART } = rendering;
  const basic = [
    'template',
    'burgee',
    chart,
    '--namespace',
    'burgee',
    '--kube-version',
    KUBERNETES,
    '--values',
    values,
  ];
  const { stdout } = await execute(helm, [...basic, ...words], { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  return tidy(stdout);
}

/** What `helm template` makes of a case. @param chart its folder, unless it is a file @throws what Helm complains about */
export async function renderChart(helm: string, root: string, one: RenderCase, chart?: string): Promise<string> {
  return `${sourcesLine(root, one)}\n${await template(helm, root, { values: one.values, ...(chart && { chart }) })}\n`;
}

/** The Ingress for each controller, in one file. */
export function renderControllers(root: string) {
  const one = {
    name: 'controllers',
    values: join(FIXTURES, 'trying.values.yaml'),
    golden: join(FIXTURES, 'controllers.yaml'),
  };
  const render = async (helm: string) => {
    const parts: string[] = [];
    for (const controller of CONTROLLERS) {
      const sets = [
        'ingress.enabled=true',
        `ingress.controller=${controller}`,
        'hosts.app=flags.example.com',
        'apiGateway.env.TRUSTED_PROXIES=uniquelocal',
      ];
      const words = ['--show-only', 'templates/ingress.yaml', ...sets.flatMap((set) => ['--set', set])];
      parts.push(`# controller: ${controller}\n${await template(helm, root, { values: one.values, words })}`);
    }
    return `${sourcesLine(root, one)}\n${parts.join('\n')}\n`;
  };
  return { ...one, render };
}
