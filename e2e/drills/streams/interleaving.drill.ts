import assert from 'node:assert/strict';
import { type DrillHouse, startDrillHouse, StreamClient } from '@burgee/testing';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import fc from 'fast-check';
import { StreamScene, untilOpen } from './scene.js';

const RUNS = 25;
const STEPS_AT_MOST = 25;

let house: DrillHouse;
let scene: StreamScene;

beforeAll(async () => {
  house = await startDrillHouse({ sdkGateways: 3, settings: { STREAM_ADMISSION_PER_SECOND: '10000' } });
  scene = await StreamScene.in(house);
}, 60_000);

afterAll(() => house?.stop());

type Step =
  | { what: 'change'; count: number }
  | { what: 'switch'; client: number; gateway: number }
  | { what: 'forget'; client: number }
  | { what: 'deafen'; gateway: number }
  | { what: 'listen'; gateway: number }
  | { what: 'break'; gateway: number };

const client = fc.nat(2);
const gateway = fc.nat(2);
const steps = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ what: fc.constant('change' as const), count: fc.integer({ min: 1, max: 3 }) }),
    },
    { weight: 3, arbitrary: fc.record({ what: fc.constant('switch' as const), client, gateway }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('forget' as const), client }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('deafen' as const), gateway }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('listen' as const), gateway }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('break' as const), gateway }) },
  ),
  { minLength: 5, maxLength: STEPS_AT_MOST },
);

/** Three clients that each go where they are told to, and a house to be disturbed. */
class Play {
  private readonly at = [0, 1, 2];
  readonly clients = this.at.map((_, index) => this.newClient(index));

  private newClient(index: number): StreamClient {
    const base = () => house.gateways[this.at[index] ?? 0]!.base;
    return new StreamClient({ base, sdkKey: scene.project.development.sdk_key }).start();
  }

  async take(step: Step): Promise<void> {
    switch (step.what) {
      case 'change':
        return scene.changes(step.count);
      case 'switch':
        this.at[step.client] = step.gateway;
        return this.clients[step.client]?.reconnect();
      case 'forget':
        this.clients[step.client]?.stop();
        this.clients[step.client] = this.newClient(step.client);
        return;
      case 'deafen':
        // Doorbells are lost from here on; the sweep has to make up for them.
        return house.link(`sdk-gateway-${step.gateway + 1}`, 'nats').refuse();
      case 'listen':
        return house.link(`sdk-gateway-${step.gateway + 1}`, 'nats').pass();
      case 'break':
        return house.link(`sdk-gateway-${step.gateway + 1}`, 'postgres').cutAfter(200);
    }
  }

  async end(): Promise<void> {
    for (const one of this.clients) one.stop();
    for (const name of ['sdk-gateway-1', 'sdk-gateway-2', 'sdk-gateway-3']) {
      await house.link(name, 'nats').pass();
      await house.link(name, 'postgres').pass();
    }
  }
}

describe('whatever happens in whatever order', () => {
  it('every client ends up with what GET answers, and none was told anything but the next change or a snapshot', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const play = new Play();
        try {
          await untilOpen(play.clients);
          for (const step of all) await play.take(step);
          for (const one of ['sdk-gateway-1', 'sdk-gateway-2', 'sdk-gateway-3'])
            await house.link(one, 'postgres').pass();
          await scene.untilFresh();
          await scene.expectEqual(play.clients, 12_000);
          for (const { violations } of play.clients) assert.deepEqual(violations, []);
        } finally {
          await play.end();
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  }, 180_000);
});
