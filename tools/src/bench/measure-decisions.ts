import { execFile } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildPackage } from '../package/build-package.js';
import { install } from '../package/install.js';
import { measureSize } from '../package/measure-size.js';
import { publishable } from '../package/publishable.js';
import { ROOT } from '../start/settings.js';
import { compare, type Measurement } from './measurement.js';

const execute = promisify(execFile);
const PEERS = [
  '@growthbook/growthbook@1.8.0',
  '@launchdarkly/js-client-sdk@4.10.3',
  '@launchdarkly/node-server-sdk@9.13.7',
  '@openfeature/core@1.12.0',
  '@openfeature/server-sdk@1.23.0',
  '@flagsmith/flagsmith@12.4.0',
  'unleash-client@6.12.1',
  'unleash-proxy-client@3.8.2',
];
/** What the peers have for pages. */
const PEERS_IN_PAGES = {
  LaunchDarkly: '@launchdarkly/js-client-sdk',
  Unleash: 'unleash-proxy-client',
  GrowthBook: '@growthbook/growthbook',
  Flagsmith: '@flagsmith/flagsmith',
};
const OURS = new Set(['@burgee/sdk', '@burgee/openfeature-server']);

/** Microseconds of a decision, by round; what `tools/fixtures/decide` prints. */
type Times = Record<
  | 'burgee'
  | 'burgeeProvider'
  | 'burgeeProviderOfFewFlags'
  | 'inMemoryProvider'
  | 'launchDarkly'
  | 'unleash'
  | 'growthBook',
  number[]
>;

/** The sizes of whole libraries for pages, in bytes, minified and compressed. */
async function measureSizes(folder: string): Promise<Measurement[]> {
  const sizeOf = (name: string): Promise<number> => {
    const file = join(folder, 'size.js');
    writeFileSync(file, `import * as all from '${name}';\nglobalThis.all = all;\n`);
    return measureSize(file);
  };
  const ours = await sizeOf('@burgee/sdk');
  const measured: Measurement[] = [];
  for (const [peer, name] of Object.entries(PEERS_IN_PAGES)) {
    const yardstick = await sizeOf(name);
    const ratio = ours / yardstick;
    measured.push({ name: `size in a page, beside ${peer}`, ours, yardstick, ratio, unit: 'B', target: { atMost: 1 } });
  }
  return measured;
}

/** A decision in memory, of the packages as they are published, in turns with those of other libraries; and their sizes. */
export async function measureDecisions(): Promise<Measurement[]> {
  const folder = join(ROOT, '.burgee', 'decide');
  await install(folder, PEERS);
  cpSync(join(ROOT, 'tools', 'fixtures', 'decide'), folder, { recursive: true });
  for (const project of publishable(ROOT))
    if (OURS.has(project.manifest.name)) await buildPackage(ROOT, project, join(folder, 'node_modules', '@burgee'));
  const { stdout } = await execute(process.execPath, ['decide.js'], { cwd: folder });
  const times = JSON.parse(stdout) as Times;
  const beside = (name: string, ours: keyof Times, yardstick: keyof Times, atMost?: number): Measurement =>
    compare(
      times[ours].map((one, round) => ({ ours: one, yardstick: times[yardstick][round] ?? 0 })),
      { name, unit: 'µs', ...(atMost && { target: { atMost } }) },
    );
  return [
    beside('client, beside LaunchDarkly', 'burgee', 'launchDarkly', 1),
    beside('client, beside Unleash', 'burgee', 'unleash', 1),
    beside('client, beside GrowthBook', 'burgee', 'growthBook', 1),
    beside("OpenFeature provider, beside OpenFeature's in-memory provider", 'burgeeProvider', 'inMemoryProvider'),
    beside('OpenFeature provider of 5,000 flags, beside 50', 'burgeeProvider', 'burgeeProviderOfFewFlags', 1.5),
    ...(await measureSizes(folder)),
  ];
}
