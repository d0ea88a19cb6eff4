import { cpus } from 'node:os';
import type { Report } from '@burgee/launcher';
import { openBenchHouse } from './bench-house.js';
import { makeScene } from './dashboard-client.js';
import { measureReads } from './measure-reads.js';
import { measureToggles } from './measure-toggles.js';
import { type Measurement, verdict } from './statistics.js';

const number = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(2));

function print(measurements: readonly Measurement[]): void {
  console.log(`\n| measured | Burgee | yardstick | ratio | target |\n| --- | --- | --- | --- | --- |`);
  for (const one of measurements)
    console.log(
      `| ${one.name} | ${number(one.ours)} ${one.unit} | ${number(one.yardstick)} ${one.unit} | ${one.ratio.toFixed(2)} | ${verdict(one)} |`,
    );
}

/** `npm run bench`: every number beside its yardstick, in one run on this machine. */
export async function bench(report: Report): Promise<void> {
  console.log(
    `Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}); load and servers share them.`,
  );
  const house = await report('Starting a house to measure', () => openBenchHouse(report));
  try {
    const scene = await report('Making 100 flags', () => makeScene(house.gatewayUrl, 100));
    const reads = await report('Measuring reads', () => measureReads(house, scene));
    const toggles = await report('Measuring toggles', () => measureToggles(house, scene));
    print([...reads, ...toggles]);
  } finally {
    await house.stop();
  }
}
