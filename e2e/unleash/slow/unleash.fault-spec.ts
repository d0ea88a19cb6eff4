import { mintSdkKey } from '@burgee/contracts/wire';
import { type ServiceResponse, eventually, type StreamReader } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectProblem } from '../../expect-problem.js';
import { ReadFixture } from '../../faults/read-fixture.js';

const ROUNDS = 6;
const FRONTEND = '/unleash/api/frontend?userId=user-1';
const METRICS = { appName: 'shop', bucket: { toggles: { a: { yes: 1, no: 0 } } } };

let fixture: ReadFixture;
let streams: StreamReader[];

beforeAll(async () => {
  fixture = await ReadFixture.start();
  streams = await Promise.all(fixture.cluster.gateways.map((_, replica) => follow(replica)));
}, 90_000);
afterAll(async () => {
  for (const stream of streams ?? []) stream.close();
  await fixture?.stop();
});

const byServer = () => ({ authorization: fixture.project.development.sdk_key });
const byPage = () => ({ authorization: fixture.project.development.client_key });
const tagged = ({ headers }: ServiceResponse) => ({ 'if-none-match': `${headers.etag}` });

/** The reads of servers and of pages at every replica, with the ETags of earlier answers. */
const readEverywhere = (before: readonly ServiceResponse[] = []): Promise<ServiceResponse[]> =>
  Promise.all(
    fixture.cluster.gateways
      .flatMap((gateway) => [
        (known: object) => gateway.get('/unleash/api/client/features', { ...byServer(), ...known }),
        (known: object) => gateway.get(FRONTEND, { ...byPage(), ...known }),
      ])
      .map((read, index) => read(before[index] ? tagged(before[index]) : {})),
  );

async function readFresh(before?: readonly ServiceResponse[]): Promise<ServiceResponse[]> {
  return eventually(async () => {
    const answers = await readEverywhere(before);
    expect(answers.map(({ headers }) => headers['burgee-freshness'])).toEqual(answers.map(() => undefined));
    return answers;
  });
}

/** Whether the flag is on, by each of these answers. */
const saysOn = ({ body }: ServiceResponse): boolean =>
  body.features
    ? body.features[0].enabled
    : body.toggles.some(({ name }: { name: string }) => name === fixture.flag.key);

function follow(replica: number, lastId?: string): Promise<StreamReader> {
  const resumed = lastId === undefined ? {} : { 'last-event-id': lastId };
  return fixture.cluster.gateways[replica]!.stream('/unleash/api/client/streaming', { ...byServer(), ...resumed });
}

/** Toggles, and reads at every replica once acknowledged, as clients do that know the earlier state. */
async function expectEachChange(): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const before = await readFresh();
    const on = !saysOn(before[0]!);
    await eventually(async () => expect((await fixture.toggle(on)).status).toBe(200));
    const after = await readFresh(before);
    expect(after.map(({ status }) => status)).toEqual(after.map(() => 200));
    expect(after.map(saysOn)).toEqual(after.map(() => on));
  }
}

/** Checks that every stream is still the first one, and sent each change once and in order, up to the current state. */
async function expectNothingMissed(): Promise<void> {
  const [{ headers, body }] = (await readFresh()) as [ServiceResponse];
  const [, epoch, revision] = /^W\/"(\w+)-(\d+)/.exec(`${headers.etag}`) ?? [];
  for (const stream of streams) {
    const last = await stream.until(({ id }) => id === `${epoch}-${revision}`);
    expect(last.data.events).toMatchObject([{ type: 'feature-updated', feature: body.features[0] }]);
    const [first, ...told] = stream.events;
    const begin = Number(first!.id!.split('-')[1]);
    expect(told.map(({ id, event }) => [event, id])).toEqual(
      told.map((_, index) => ['unleash-updated', `${epoch}-${begin + index + 1}`]),
    );
    expect(stream.ended).toBe(false);
  }
}

describe("Unleash's client API, while an engine is down", () => {
  it('F52: Postgres: serves marked stale answers, 304 included; streams stay and miss nothing', async () => {
    await expectEachChange();
    const before = await readFresh();
    await fixture.cluster.postgres.kill();
    const stale = await readEverywhere();
    expect(stale.map(({ status, text }) => [status, text])).toEqual(before.map(({ text }) => [200, text]));
    const unchanged = await readEverywhere(before);
    expect(unchanged.map(({ status }) => status)).toEqual(before.map(() => 304));
    for (const { headers } of [...stale, ...unchanged]) expect(headers['burgee-freshness']).toMatch(/^stale; age=\d+$/);
    const [gateway] = fixture.cluster.gateways;
    const strange = await gateway!.get('/unleash/api/client/features', { authorization: mintSdkKey() });
    expectProblem(strange, 503, 'unavailable');
    expect((await gateway!.post('/unleash/api/client/metrics', METRICS, byServer())).status).toBe(202);
    expect((await fixture.toggle(true)).status).toBe(503);
    await fixture.cluster.postgres.start();
    await expectEachChange();
    await expectNothingMissed();
  });

  it.each(['redis', 'nats'] as const)(
    'F52: %s: answers are fresh, none is an old 304, and streams miss nothing',
    async (engine) => {
      await fixture.cluster[engine].kill();
      await fixture.until(engine, 'down');
      await expectEachChange();
      await expectNothingMissed();
      await fixture.cluster[engine].start();
      await fixture.until(engine, 'up');
      await expectEachChange();
      await expectNothingMissed();
    },
  );
});
