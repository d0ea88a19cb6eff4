import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile, readsAtRate } from '@burgee/testing';
import type { BenchHouse } from './bench-house.js';
import type { Scene } from './dashboard-client.js';
import { median, type Measurement } from './statistics.js';
import type { Crowd, Past } from './storm-crowd.js';

const CLIENTS = 5_000;
const READS_PER_SECOND = 50;
const CONNECTIONS_OF_READS = 64;
const ROUNDS = 3;
const SETTLE_MILLISECONDS = 5_000;
const ALL_IN_WITHIN_MILLISECONDS = 120_000;

/** Reads while `meanwhile` lasts. @returns their 99th percentile, ms, and what `meanwhile` gives */
async function reading<T>(
  house: BenchHouse,
  { sdkKey }: Scene,
  meanwhile: () => Promise<T>,
): Promise<[p99: number, T]> {
  const load = await readsAtRate(house.sdkGatewayUrl, sdkKey, READS_PER_SECOND, CONNECTIONS_OF_READS);
  const result = await meanwhile();
  const { milliseconds, failures } = await load();
  if (failures.length > 0) throw new Error(`${failures.length} reads failed, the first with ${failures[0]}`);
  return [percentile(milliseconds, 0.99), result];
}

/** Thousands who want a stream, in a process and a session of their own. */
class Storm {
  private readonly crowd = fork(join(import.meta.dirname, 'storm-crowd.js'), { detached: true });
  private readonly gone = once(this.crowd, 'exit');

  /** Calls them together. They wait for the word. */
  async gather(crowd: Crowd): Promise<void> {
    this.crowd.send(crowd);
    await this.answer();
  }

  /** @throws when they have not all been let in in time */
  async rage(): Promise<Past> {
    this.crowd.send('now');
    return (await this.answer()) as Past;
  }

  async end(): Promise<void> {
    if (this.crowd.connected) this.crowd.disconnect();
    await this.gone;
  }

  private async answer(): Promise<unknown> {
    const ended = this.gone.then(() => Promise.reject(new Error('the crowd of the storm gave up')));
    const answered = once(this.crowd, 'message', { signal: AbortSignal.timeout(ALL_IN_WITHIN_MILLISECONDS) });
    const [answer] = (await Promise.race([answered, ended])) as [unknown];
    return answer;
  }
}

/**
 * A storm over a house, which then has time to settle. @param during begins when all is ready for the storm, and is told how
 * to unleash it. @returns what it gives
 */
async function storm<T>(
  house: BenchHouse,
  { sdkKey }: Scene,
  during: (unleash: () => Promise<Past>) => Promise<T>,
): Promise<T> {
  const crowd = new Storm();
  try {
    await crowd.gather({ url: house.sdkGatewayUrl, sdkKey, clients: CLIENTS });
    return await during(() => crowd.rage());
  } finally {
    await crowd.end();
    await delay(SETTLE_MILLISECONDS);
  }
}

/**
 * Reads over a storm, beside reads over as long a time without one; in turns, so that a busy moment of the machine meets both.
 * The first storm is not counted: no replica that others leave has just been started.
 */
export async function measureStorm(house: BenchHouse, scene: Scene): Promise<Measurement[]> {
  await storm(house, scene, (unleash) => unleash());
  const rounds: { ours: number; quiet: number; dialled: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [ours, past] = await storm(house, scene, (unleash) => reading(house, scene, unleash));
    const [quiet] = await reading(house, scene, () => delay(past.lasted));
    rounds.push({ ours, quiet, dialled: past.dialled });
  }
  const within = (median(rounds.map((round) => round.dialled)) / 1_000).toFixed(1);
  return [
    {
      name: `p99 of a GET while ${CLIENTS.toLocaleString('en')} clients come back within ${within} s, beside none`,
      ours: median(rounds.map((round) => round.ours)),
      yardstick: median(rounds.map((round) => round.quiet)),
      ratio: median(rounds.map((round) => round.ours / round.quiet)),
      unit: 'ms',
      target: { atMost: 2 },
    },
  ];
}
