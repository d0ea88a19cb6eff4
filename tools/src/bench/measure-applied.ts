import { setTimeout as delay } from 'node:timers/promises';
import type { AppliedView } from '@burgee/contracts/http';
import type { BenchCluster } from './bench-cluster.js';
import type { BenchFixture } from './bench-fixture.js';
import { compare, type Measurement, type Round } from './measurement.js';
import { PollLoad } from './poll-load.js';
import { StreamLoad } from './stream-load.js';

/** Of each kind. */
export const APPLIED_CLIENTS = 2_000;
const POLL_MILLISECONDS = 2_000;
const WARM_UP_ROUNDS = 2;
const ROUNDS = 10;

/** Switches a flag, and waits until all have it. @throws when the answer says anything else */
async function switchAndWait(
  { flagsAdminUrl }: BenchCluster,
  { cookie, environmentId, flagIds }: BenchFixture,
  clients: number,
  isEnabled: boolean,
): Promise<number> {
  const address = `${flagsAdminUrl}/api/flags/${flagIds[0]}/environments/${environmentId}/toggle`;
  const answer = await fetch(`${address}?wait=applied&timeout=60s`, {
    method: 'PATCH',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ is_enabled: isEnabled }),
  });
  const { applied } = (await answer.json()) as { applied: AppliedView };
  if (applied.clients !== clients || applied.delivered !== clients || applied.waiting.length > 0)
    throw new Error(`Not all ${clients} clients have it: ${JSON.stringify(applied)}`);
  return Number(applied.position.split('-')[1]);
}

/** From a change to the answer that says that all clients have it, beside the last client that has it and says so. */
export const measureApplied =
  (of = APPLIED_CLIENTS) =>
  async (cluster: BenchCluster, fixture: BenchFixture): Promise<Measurement[]> => {
    const streams = await StreamLoad.open(of, cluster.sdkGatewayUrl, fixture.sdkKey);
    const pollers = new PollLoad(of, cluster.sdkGatewayUrl, fixture.sdkKey, POLL_MILLISECONDS);
    const rounds: Round[] = [];
    try {
      for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
        // Each has asked twice, so each is known.
        await delay(2 * POLL_MILLISECONDS);
        const received = streams.nextEvent();
        const startedAt = performance.now();
        const revision = await switchAndWait(cluster, fixture, 2 * of, round % 2 === 0);
        const answeredAt = performance.now();
        const last = Math.max((await received).at(-1) ?? 0, pollers.lastWith(revision));
        rounds.push({ ours: answeredAt - startedAt, yardstick: last - startedAt });
      }
    } finally {
      streams.close();
      pollers.close();
    }
    const count = of.toLocaleString('en');
    return [
      compare(rounds.slice(WARM_UP_ROUNDS), {
        name: `answer that ${count} streams and ${count} pollers have a change`,
        unit: 'ms',
        target: { atMost: 1.2 },
      }),
    ];
  };
