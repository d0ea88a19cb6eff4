import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chartFile } from '../release/git.js';
import { buildProgram, sharedPrograms } from './build-programs.js';
import { CHART } from './chart-files.js';
import { kubernetesSchemas, VERSIONS } from './kubernetes-schemas.js';
import { REFUSED_VALUES } from './refused-values.js';
import { type RenderCase, renderCases, renderChart, renderControllers } from './render-chart.js';

const execute = promisify(execFile);
const RENDER_AGAIN = 'node tools/burgee.mjs chart';
/** A resource of one cloud, whose definition is nowhere to be had. */
const SKIPPED = 'BackendConfig';
/** Each makes something that is rendered wrong for the schemas. */
const SPOILT: [string, string][] = [
  ['revisionHistoryLimit: 3', 'revisionHistoryLimits: 3'],
  ['terminationGracePeriodSeconds: ', 'terminationGraceSeconds: '],
  ['minReplicas: ', 'minReplica: '],
  ['policyTypes: [Ingress, Egress]', 'policyTypes: Ingress'],
  ['targetLabel: job', 'target: job'],
];

interface Step {
  readonly name: string;
  /** @throws what is wrong */
  readonly work: () => Promise<void>;
}

async function refusalOf(command: string, args: readonly string[], cwd: string): Promise<string | undefined> {
  try {
    await execute(command, args, { cwd, maxBuffer: 64 * 1024 * 1024 });
    return undefined;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return stdout + stderr;
  }
}

async function compare(file: string, rendered: string, root: string): Promise<void> {
  if (readFileSync(join(root, file), 'utf8') !== rendered)
    throw new Error(`${file} is not what the chart renders. Look at the difference after ${RENDER_AGAIN}`);
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'burgee-chart-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The steps of the lane, each with a name. */
function stepsFor(helm: string, kubeconform: string, schemas: [string, string][], root: string): Step[] {
  const cases = renderCases(root);
  const conform = (file: string, schema: string) =>
    refusalOf(kubeconform, ['-strict', '-skip', SKIPPED, '-schema-location', schema, file], root);
  const ofCase = (one: RenderCase): Step[] => [
    {
      name: `${one.name} is rendered as ${one.golden} says`,
      work: async () => compare(one.golden, await renderChart(helm, root, one), root),
    },
    {
      name: `${one.name} is linted`,
      work: async () => {
        const complaint = await refusalOf(
          helm,
          ['lint', '--strict', '--quiet', CHART, '--kube-version', '1.34.0', '--values', one.values],
          root,
        );
        if (complaint !== undefined) throw new Error(complaint);
      },
    },
    ...schemas.map(([version, schema]) => ({
      name: `${one.name} is what Kubernetes ${version} takes`,
      work: async () => {
        const complaint = await conform(one.golden, schema);
        if (complaint !== undefined) throw new Error(complaint);
      },
    })),
  ];
  const estate = cases.find(({ name }) => name === 'estate');
  if (!estate) throw new Error('No set of values is named estate.');
  const spoilt = SPOILT.map(([find, replace]) => ({
    name: `“${replace}” is refused`,
    work: () =>
      inFolder(async (folder) => {
        const text = readFileSync(join(root, estate.golden), 'utf8');
        if (!text.includes(find)) throw new Error(`“${find}” is nowhere in ${estate.golden}`);
        const file = join(folder, 'spoilt.yaml');
        writeFileSync(file, text.replace(find, replace));
        if ((await conform(file, schemas[0]?.[1] ?? '')) === undefined) throw new Error('It was taken.');
      }),
  }));
  const released: Step = {
    name: 'the file of a release is rendered as the folder is',
    work: () =>
      inFolder(async (folder) => {
        const file = join(folder, 'burgee-chart.tgz');
        writeFileSync(file, chartFile(root));
        await compare(estate.golden, await renderChart(helm, root, estate, file), root);
      }),
  };
  const refused = REFUSED_VALUES.map(({ sets, says }) => ({
    name: `${sets.join(' ')} is refused: ${says}`,
    work: async () => {
      const words = [
        'template',
        'burgee',
        CHART,
        '--kube-version',
        '1.34.0',
        ...sets.flatMap((set) => ['--set-json', set]),
      ];
      const complaint = await refusalOf(helm, words, root);
      if (!complaint?.includes(says)) throw new Error(complaint ?? 'It was taken.');
    },
  }));
  const controllers = renderControllers(root);
  return [
    ...cases.flatMap(ofCase),
    {
      name: 'the Ingress of each controller',
      work: async () => compare(controllers.golden, await controllers.render(helm), root),
    },
    released,
    ...spoilt,
    ...refused,
  ];
}

/** Renders every case again into its file. */
export async function writeGoldens(root: string): Promise<void> {
  const helm = await buildProgram('helm', sharedPrograms(root));
  const controllers = renderControllers(root);
  for (const one of renderCases(root)) writeFileSync(join(root, one.golden), await renderChart(helm, root, one));
  writeFileSync(join(root, controllers.golden), await controllers.render(helm));
}

/**
 * Compares the chart with its goldens, Helm's own rules and the schemas of Kubernetes.
 * @returns what is wrong, one text a step
 */
export async function tryChart(root: string): Promise<string[]> {
  const folder = sharedPrograms(root);
  const helm = await buildProgram('helm', folder);
  const kubeconform = await buildProgram('kubeconform', folder);
  const schemas: [string, string][] = [];
  for (const version of VERSIONS) schemas.push([version, await kubernetesSchemas(version, folder)]);
  const complaints: string[] = [];
  for (const { name, work } of stepsFor(helm, kubeconform, schemas, root))
    await work().catch((error: Error) => complaints.push(`${name}: ${error.message}`));
  return complaints;
}
