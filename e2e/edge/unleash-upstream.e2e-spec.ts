import { type ServiceResponse, eventually, type StreamReader, TestClient } from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { UpstreamFixture } from './upstream-fixture.js';

/** A silence is noticed after 25 s. */
const SILENCE_NOTICED_WITHIN_MILLISECONDS = 45_000;
const FEATURES = '/unleash/api/client/features';
const STREAM = '/unleash/api/client/streaming';
const FRONTEND = '/unleash/api/frontend?userId=user-1';

let fixture: UpstreamFixture;
const streams: StreamReader[] = [];

beforeAll(async () => {
  fixture = await UpstreamFixture.start();
}, 120_000);
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  await fixture.wire.pass();
  await fixture.cluster.heal();
  await fixture.expectCurrent();
});
afterAll(() => fixture?.stop());

const byServer = () => ({ authorization: fixture.project.development.sdk_key });
const byPage = () => ({ authorization: fixture.project.development.client_key });

async function follow(url: string, headers = {}): Promise<StreamReader> {
  const stream = await new TestClient(url).stream(STREAM, { ...byServer(), ...headers });
  streams.push(stream);
  return stream;
}
const followBoth = () => Promise.all(fixture.urls.map((url) => follow(url)));

/** Reads of servers and pages at both edges, conditional if there is an earlier answer. */
const readBoth = (before: readonly ServiceResponse[] = []): Promise<ServiceResponse[]> =>
  Promise.all(
    fixture.urls
      .flatMap((url) => [
        { url, path: FEATURES, key: byServer() },
        { url, path: FRONTEND, key: byPage() },
      ])
      .map(({ url, path, key }, index) =>
        new TestClient(url).get(path, {
          ...key,
          ...(before[index] && { 'if-none-match': `${before[index].headers.etag}` }),
        }),
      ),
  );

const freshnessOf = (answers: ServiceResponse[]) => answers.map(({ headers }) => headers['burgee-freshness']);

/** Both edges repeat their answers, marked as stale, and answer 304 to clients that have them. */
async function expectStale(before: ServiceResponse[], withinMs?: number): Promise<void> {
  await eventually(async () => {
    const stale = await readBoth();
    expect(stale.map(({ status, text }) => [status, text])).toEqual(before.map(({ text }) => [200, text]));
    const unchanged = await readBoth(before);
    expect(unchanged.map(({ status }) => status)).toEqual(before.map(() => 304));
    for (const freshness of freshnessOf([...stale, ...unchanged])) expect(freshness).toMatch(/^stale; age=\d+$/);
  }, withinMs);
}

/** Both edges answer as the gateway does, unmarked, and what they answered `before` is no 304. */
async function expectFresh(before: ServiceResponse[]): Promise<ServiceResponse[]> {
  return eventually(async () => {
    const there = new TestClient(fixture.gateway);
    const [features, toggles] = [await there.get(FEATURES, byServer()), await there.get(FRONTEND, byPage())];
    const answers = await readBoth(before);
    expect(answers.map(({ text }) => text)).toEqual([features, toggles, features, toggles].map(({ text }) => text));
    expect(freshnessOf(answers)).toEqual(answers.map(() => undefined));
    return answers;
  });
}

/** Each stream is the first one still, and has told exactly these changes, after it told everything. */
async function expectTold(positions: string[]): Promise<void> {
  for (const stream of streams) {
    await stream.until(({ id }) => id === positions.at(-1));
    expect(stream.events.map(({ event }) => event)).toEqual([
      'unleash-connected',
      ...positions.map(() => 'unleash-updated'),
    ]);
    expect(stream.events.slice(1).map(({ id }) => id)).toEqual(positions);
    expect(stream.ended).toBe(false);
  }
}

describe("F53: Unleash's client API of edges, when what they follow", () => {
  it('dies: answers go on as they were, marked, streams begin and stay, and nothing is missed', async () => {
    const [first] = await followBoth();
    const { id } = await first!.until(() => true);
    const before = await readBoth();
    await fixture.wire.refuse();
    await expectStale(before);
    const positions = [await fixture.flip(), await fixture.flip(), await fixture.flip()];
    await followBoth();
    for (const stream of streams) expect((await stream.until(() => true)).id).toBe(id);
    await expectStale(before);
    await fixture.wire.pass();
    await expectFresh(before);
    await expectTold(positions);
    const resumed = await follow(fixture.urls[1]!, { 'last-event-id': positions[0] });
    await resumed.until((event) => event.id === positions.at(-1));
    expect(resumed.events.map((event) => event.id)).toEqual(positions.slice(1));
  });

  it('hangs: the same once that is noticed', async () => {
    await followBoth();
    const before = await readBoth();
    fixture.cluster.services['sdk-gateway-1']!.pause();
    const positions = [await fixture.flip()];
    await expectStale(before, SILENCE_NOTICED_WITHIN_MILLISECONDS);
    fixture.cluster.services['sdk-gateway-1']!.resume();
    await expectFresh(before);
    await expectTold(positions);
  }, 120_000);

  it('dies: SDKs can still report, and applications still evaluate', async () => {
    await readBoth();
    await fixture.wire.refuse();
    for (const url of fixture.urls) {
      const metrics = { appName: 'shop', bucket: { toggles: { [fixture.flag.key]: { yes: 1, no: 0 } } } };
      const client = new TestClient(url);
      expect((await client.post('/unleash/api/client/metrics', metrics, byServer())).status).toBe(202);
      expect((await client.post('/unleash/api/frontend/client/metrics', metrics, byPage())).status).toBe(202);
    }
  });
});
