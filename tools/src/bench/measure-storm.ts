import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile, readsAtRate } from '@burgee/testing';
import type { BenchHouse } from './bench-house.js';
import type { Scene } from './dashboard-client.js';
import { median, type Measurement } from './statistics.js';

const CLIENTS = 5_000;
const READS_PER_SECOND = 50;
const CONNECTIONS_OF_READS = 64;
const ROUNDS = 3;
const WARM_UP_MILLISECONDS = 3_000;
const SETTLE_MILLISECONDS = 5_000;
const ALL_IN_WITHIN_MILLISECONDS = 120_000;

/** Reads while `meanwhile` lasts. @returns their 99th percentile, ms */
async function reading(house: BenchHouse, { sdkKey }: Scene, meanwhile: () => Promise<unknown>): Promise<number> {
  const load = await readsAtRate(house.sdkGatewayUrl, sdkKey, READS_PER_SECOND, CONNECTIONS_OF_READS);
  await meanwhile();
  const { milliseconds, failures } = await load();
  if (failures.length > 0) throw new Error(`${failures.length} reads failed, the first with ${failures[0]}`);
  return percentile(milliseconds, 0.99);
}

/** Thousands who want a stream, in a process of their own. */
class Storm {
  private readonly crowd = fork(join(import.meta.dirname, 'storm-crowd.js'));
  private readonly gone = once(this.crowd, 'exit');

  /** @returns when the last was let in, ms. @throws when they have not all been in time */
  async rage(url: string, sdkKey: string): Promise<number> {
    this.crowd.send({ url, sdkKey, clients: CLIENTS });
    const ended = this.gone.then(() => Promise.reject(new Error('the crowd of the storm gave up')));
    const [milliseconds] = (await Promise.race([
      once(this.crowd, 'message', { signal: AbortSignal.timeout(ALL_IN_WITHIN_MILLISECONDS) }),
      ended,
    ])) as [number];
    return milliseconds;
  }

  async end(): Promise<void> {
    if (this.crowd.connected) this.crowd.disconnect();
    await this.gone;
  }
}

/** Reads over a storm, beside reads over as long a time without one; in turns, so that a busy moment of the machine meets both. */
export async function measureStorm(house: BenchHouse, scene: Scene): Promise<Measurement[]> {
  await reading(house, scene, () => delay(WARM_UP_MILLISECONDS));
  const rounds: { ours: number; quiet: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const storm = new Storm();
    try {
      let lasted = 0;
      const ours = await reading(house, scene, async () => {
        lasted = await storm.rage(house.sdkGatewayUrl, scene.sdkKey);
      });
      await storm.end();
      await delay(SETTLE_MILLISECONDS);
      rounds.push({ ours, quiet: await reading(house, scene, () => delay(lasted)) });
    } finally {
      await storm.end();
    }
  }
  return [
    {
      name: `p99 of a GET while ${CLIENTS.toLocaleString('en')} clients come back within half a second, beside none`,
      ours: median(rounds.map((round) => round.ours)),
      yardstick: median(rounds.map((round) => round.quiet)),
      ratio: median(rounds.map((round) => round.ours / round.quiet)),
      unit: 'ms',
      target: { atMost: 2 },
    },
  ];
}
