import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { Estate, SERVICES } from '../pods/estate.js';
import { expectNothingLost } from '../pods/expect-nothing-lost.js';
import { Traffic } from '../pods/traffic.js';
import { RELEASES, unpackRelease } from './unpack-release.js';

const ROOT = process.cwd();
const STREAMS = 100;
/** audit first, as docs/operate/upgrade.md says. */
const IN_ORDER = ['audit', ...SERVICES.filter((service) => service !== 'audit')];
/** Services whose upgrade is rolled back. */
const ROLLED_BACK = ['flags-admin', 'sdk-gateway'];

let estate: Estate;
let traffic: Traffic;
afterAll(async () => {
  traffic?.close();
  await estate?.stop();
});

describe(`from ${RELEASES.at(-1)} to this build, two of each service`, () => {
  let before: string;
  beforeAll(async () => {
    before = await unpackRelease(ROOT, RELEASES.at(-1)!);
    estate = await Estate.start(before);
  }, 600_000);

  it('one service after the other, two of them back and forth: no request fails, no event is lost, each toggle is audited once', async () => {
    traffic = await Traffic.begin(estate, STREAMS);
    const replace = async (services: readonly string[], root: string) => {
      for (const service of services) for (const _pod of [1, 2]) await estate.replaceOne(service, root);
    };
    await estate.migrate(ROOT);
    await replace(IN_ORDER, ROOT);
    await replace(ROLLED_BACK, before);
    await replace(ROLLED_BACK, ROOT);
    await expectNothingLost(estate, traffic);
  }, 1_200_000);
});
