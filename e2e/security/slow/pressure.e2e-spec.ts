import {
  aFlag,
  type ServiceResponse,
  aProject,
  eventually,
  type Flag,
  type Project,
  startTestCluster,
  type TestCluster,
  TestClient,
} from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Press, type Pressure, PRESSURES, type Stage } from './pressures.js';

/** How often the ordinary account reads and switches next to a pressure, or more often. */
const ROUNDS = 8;
/** Far longer than an answer takes: this is about starving, not about speed. */
const ANSWERED_WITHIN_MS = 15_000;

let cluster: TestCluster;

/** An ordinary user's project and flag. */
interface Ordinary {
  project: Project;
  flag: Flag;
}

async function anOrdinary({ urls }: Stage): Promise<Ordinary> {
  const project = await aProject(urls[0]);
  return { project, flag: await aFlag(project) };
}

/** Asks until the answer is 200. @throws with the last other one when that takes too long */
const answered = (ask: () => Promise<ServiceResponse>): Promise<ServiceResponse> =>
  eventually(async () => {
    const answer = await ask();
    if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.text}`);
    return answer;
  }, ANSWERED_WITHIN_MS);

/** Switches the flag, lists it, and reads it as an app does: the read has the switch at once. */
async function useBurgee({ project, flag }: Ordinary, { urls, sdkUrl }: Stage, round: number): Promise<void> {
  const { client } = project.owner;
  const session = client.at(urls[round % urls.length] ?? urls[0]);
  const is_enabled = round % 2 === 0;
  const path = `/api/flags/${flag.id}/environments/${project.development.id}/toggle`;
  await answered(() => session.patch(path, { is_enabled }));
  const read = await answered(() =>
    new TestClient(sdkUrl).get('/api/v1/flags', { 'x-sdk-key': project.development.sdk_key }),
  );
  expect(read.body).toMatchObject([{ key: flag.key, is_enabled }]);
  await answered(() => session.get(`/api/projects/${project.id}/flags`));
}

interface Running {
  /** How many requests came to an end. */
  ended: () => number;
  stop: () => Promise<unknown>;
}

/** Presses until it is stopped. */
function start({ loops }: Pressure, press: Press): Running {
  const state = { isRunning: true, begun: 1, ended: 0 };
  const loop = async () => {
    while (state.isRunning) {
      await press(state.begun++).catch(() => undefined);
      state.ended++;
    }
  };
  const all = Promise.all(Array.from({ length: loops }, loop));
  const stop = () => {
    state.isRunning = false;
    return all;
  };
  return { ended: () => state.ended, stop };
}

describe.each([1, 2])('next to one account or network that presses, with %i api-gateways', (gateways) => {
  let stage: Stage;
  let stopSecond = async () => {};

  beforeAll(async () => {
    cluster = await startTestCluster({ sdkGateways: 1, links: false });
    const second = gateways === 2 ? await cluster.services['api-gateway']!.replica() : undefined;
    if (second) stopSecond = () => second.stop();
    stage = { urls: [cluster.url, ...(second ? [second.url] : [])], sdkUrl: cluster.services['sdk-gateway-1']!.url };
  }, 120_000);
  afterAll(async () => {
    await stopSecond();
    await cluster.stop();
  }, 60_000);

  it.each(PRESSURES)(
    '$name: an ordinary account reads and switches',
    async (pressure) => {
      const ordinary = await anOrdinary(stage);
      const press = await pressure.prepare(stage);
      expect((await press(0))?.status).toBe(pressure.status);
      const running = start(pressure, press);
      try {
        // Until each loop has pressed more than once on average, too.
        for (let round = 0; round < ROUNDS || running.ended() <= 2 * pressure.loops; round++)
          await useBurgee(ordinary, stage, round);
      } finally {
        await running.stop();
      }
    },
    180_000,
  );
});
