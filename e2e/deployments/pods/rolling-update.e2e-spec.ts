import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Estate, SERVICES } from './estate.js';
import { expectNothingLost } from './expect-nothing-lost.js';
import { Traffic } from './traffic.js';

const ROOT = process.cwd();
const STREAMS = 300;

let estate: Estate;
let traffic: Traffic;

beforeAll(async () => {
  estate = await Estate.start(ROOT);
}, 300_000);
afterAll(async () => {
  traffic?.close();
  await estate?.stop();
});

describe('the pods of the chart as processes, two of each service, behind HAProxy in the place of the Services', () => {
  it('F46: a rolling update of all: no request fails, no event is lost, each toggle is audited once', async () => {
    traffic = await Traffic.begin(estate, STREAMS);
    const stopped: { graceUsed: number; isAlive: boolean }[] = [];
    for (const service of SERVICES) for (const _pod of [1, 2]) stopped.push(await estate.replaceOne(service, ROOT));
    await expectNothingLost(estate, traffic);
    for (const { graceUsed, isAlive } of stopped) {
      expect(isAlive).toBe(true);
      expect(graceUsed).toBeLessThan(1);
    }
  }, 1_200_000);
});
