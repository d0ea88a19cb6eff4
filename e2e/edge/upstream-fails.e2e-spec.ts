import { mintSdkKey } from '@burgee/contracts/wire';
import {
  type ServiceResponse,
  eventually,
  FaultProxy,
  type RunningEdge,
  startEdge,
  type StreamReader,
  TestClient,
} from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { UpstreamFixture } from './upstream-fixture.js';

/** A silence is noticed after 25 s. */
const SILENCE_NOTICED_WITHIN_MILLISECONDS = 45_000;

let fixture: UpstreamFixture;
const others: RunningEdge[] = [];

const keyOf = () => fixture.project.development.sdk_key;
const start = async (settings: Record<string, string>) => {
  const edge = await startEdge(settings);
  others.push(edge);
  return edge;
};
const listenAtBoth = () => Promise.all(fixture.urls.map((url) => fixture.listen(url)));
const isTold = (streams: StreamReader[], position: string) =>
  Promise.all(streams.map((stream) => stream.until(({ id }) => id === position)));
const kindsOf = ({ events }: StreamReader) => events.map(({ event }) => event);

beforeAll(async () => {
  fixture = await UpstreamFixture.start();
}, 120_000);
afterEach(async () => {
  fixture.closeStreams();
  await fixture.wire.pass();
  await fixture.cluster.heal();
  for (const edge of fixture.edges) edge.process.resume();
  await Promise.all(others.splice(0).map((edge) => edge.stop()));
  await fixture.expectCurrent();
});
afterAll(() => fixture?.stop());

describe('F53: the upstream of an edge', () => {
  it('dies: answers go on, marked as stale, streams stay open, and nothing is missed', async () => {
    const streams = await listenAtBoth();
    const tag = await fixture.expectCurrent();
    await fixture.wire.refuse();
    await fixture.expectStale(tag);
    const positions = [await fixture.flip(), await fixture.flip()];
    const late = await fixture.listen(fixture.urls[1]!);
    await fixture.expectStale(tag);
    await fixture.wire.pass();
    for (const position of positions) await isTold([...streams, late], position);
    for (const stream of streams) expect(kindsOf(stream)).toEqual(['ready', 'flag_updated', 'flag_updated']);
    await fixture.expectCurrent();
  });

  it('hangs: answers say how old they are, after 25 s that they are stale, and nothing is missed', async () => {
    const streams = await listenAtBoth();
    const tag = await fixture.expectCurrent();
    fixture.cluster.services['sdk-gateway-1']!.pause();
    const pausedAt = Date.now();
    const position = await fixture.flip();
    for (const url of fixture.urls) {
      const { headers } = await fixture.read(url);
      expect(headers.etag).toBe(tag);
      expect(Date.parse(String(headers['burgee-as-of']))).toBeLessThanOrEqual(pausedAt);
    }
    await fixture.expectStale(tag, fixture.urls, SILENCE_NOTICED_WITHIN_MILLISECONDS);
    fixture.cluster.services['sdk-gateway-1']!.resume();
    await isTold(streams, position);
    await fixture.expectCurrent();
  }, 120_000);

  it('is cut off silently: the same, and delayed events arrive once', async () => {
    const streams = await listenAtBoth();
    const tag = await fixture.expectCurrent();
    fixture.wire.blackhole();
    const cutAt = Date.now();
    const positions = [await fixture.flip(), await fixture.flip(), await fixture.flip()];
    await fixture.expectStale(tag, fixture.urls, SILENCE_NOTICED_WITHIN_MILLISECONDS);
    for (const url of fixture.urls) {
      const { headers } = await fixture.read(url);
      expect(Date.parse(String(headers['burgee-as-of']))).toBeLessThanOrEqual(cutAt);
    }
    await fixture.wire.pass();
    for (const position of positions) await isTold(streams, position);
    for (const stream of streams) expect(stream.events.filter(({ id }) => id === positions[0])).toHaveLength(1);
  }, 120_000);

  it('is slow: a read that must see a write waits for it, and answers are not marked as stale', async () => {
    fixture.wire.latency(300);
    for (let n = 0; n < 3; n++) {
      const position = await fixture.flip();
      const isEnabled = await fixture.isEnabled();
      for (const url of fixture.urls) {
        const { status, headers, body } = await fixture.read(url, { 'burgee-min-position': position });
        expect([status, body[0].is_enabled, headers['burgee-freshness']]).toEqual([200, isEnabled, undefined]);
      }
    }
  });

  it('is slow: a decision requested after an event waits for the event’s position', async () => {
    fixture.wire.latency(300);
    for (const url of fixture.urls) {
      const named = await fixture.flip();
      const isEnabled = await fixture.isEnabled();
      const { status, headers, body } = await fixture.decide(url, `?flagConfigEtag=${named}`);
      expect([status, body.flags[0].value, headers['burgee-freshness']]).toEqual([200, isEnabled, undefined]);
      expect(`${body.metadata.epoch}-${body.metadata.revision}`).toBe(named);
    }
  });

  it('breaks off answers in the middle, repeatedly: the edge serves only whole answers', async () => {
    const tag = await fixture.expectCurrent();
    fixture.wire.cutAfter(300);
    fixture.wire.reset();
    await fixture.wire.pass();
    fixture.wire.cutAfter(300);
    await fixture.expectStale(tag);
    await fixture.flip();
    for (let n = 0; n < 20; n++)
      for (const url of fixture.urls) expect(JSON.parse((await fixture.read(url)).text)).toHaveLength(1);
  });

  it('cannot reach Postgres: its edge is also stale, until Postgres is back', async () => {
    const tag = await fixture.expectCurrent();
    await fixture.cluster.link('sdk-gateway-1', 'postgres').refuse();
    await fixture.expectStale(tag);
    await fixture.cluster.link('sdk-gateway-1', 'postgres').pass();
    expect(await fixture.expectCurrent()).toBe(tag);
  });
});

describe('F53: decisions, while the upstream is dead', () => {
  const freshnessOf = ({ headers }: ServiceResponse) => String(headers['burgee-freshness']);
  const ask = (url: string) =>
    Promise.all(['', `/${fixture.flag.key}`, '/none', `?flagConfigEtag=x-1`].map((what) => fixture.decide(url, what)));

  it('S68 go on as they were, marked; none is older than an event, and none has the text of a rule', async () => {
    const rule = { targeting_attribute: 'canary-attribute', targeting_value: 'canary-value' };
    const path = `/api/flags/${fixture.flag.id}/environments/${fixture.project.development.id}`;
    const body = { is_enabled: true, ...rule, targeting_return_value: 'true', rollout_percentage: 50 };
    expect((await fixture.project.owner.client.patch(path, body)).status).toBe(200);
    await fixture.expectCurrent();
    const seen: { text: string; headers: object }[] = [];
    const streams: StreamReader[] = [];
    const before = new Map<string, ServiceResponse>();
    for (const url of fixture.urls) {
      const all = await fixture.decide(url);
      expect([all.status, all.body.flags]).toEqual([200, [expect.objectContaining({ key: fixture.flag.key })]]);
      before.set(url, all);
      seen.push(all, ...(await ask(url)));
      const events = await new TestClient(url).stream(all.body.eventStreams[0].endpoint.requestUri);
      await events.until(() => true);
      streams.push(events);
    }
    await fixture.wire.refuse();
    await fixture.expectStale(String((await fixture.read(fixture.urls[0]!)).headers.etag));
    for (const url of fixture.urls) {
      const known = before.get(url)!;
      const [all, one, none] = await ask(url);
      seen.push(all!, one!, none!);
      expect([all!.status, all!.text, freshnessOf(all!)]).toEqual([200, known.text, expect.stringMatching(/^stale/)]);
      expect([one!.status, one!.body.value, none!.body.errorCode]).toEqual([
        200,
        known.body.flags[0].value,
        'FLAG_NOT_FOUND',
      ]);
      const unchanged = await fixture.decide(url, '', { 'if-none-match': String(known.headers.etag) });
      expect([unchanged.status, freshnessOf(unchanged)]).toEqual([304, expect.stringMatching(/^stale/)]);
      const { epoch, revision } = known.body.metadata;
      const later = await fixture.decide(url, `?flagConfigEtag=${epoch}-${revision + 1}`);
      expectProblem(later, 503, 'position_not_reached');
      seen.push(unchanged, later);
    }
    expect(streams.map(({ ended }) => ended)).toEqual(streams.map(() => false));
    const position = await fixture.flip();
    await fixture.wire.pass();
    await isTold(streams, position);
    for (const url of fixture.urls) seen.push(await fixture.decide(url, `?flagConfigEtag=${position}`));
    expect(seen.at(-1)).toMatchObject({ status: 200, headers: { etag: expect.stringContaining(position) } });
    for (const { events, response } of streams) seen.push({ text: JSON.stringify(events), headers: response.headers });
    expect(seen.filter((one) => /canary/.test(one.text + JSON.stringify(one.headers)))).toEqual([]);
    for (const stream of streams) stream.close();
  });
});

describe('F53: an edge that was killed', () => {
  it('starts from its folder while all is silent, and catches up', async () => {
    const tag = await fixture.expectCurrent();
    const [first, second] = fixture.edges;
    await first.process.kill();
    await fixture.expectStale(tag, [second.url]);
    await fixture.wire.refuse();
    const position = await fixture.flip();
    await first.process.start();
    await fixture.expectStale(tag);
    const bound = { 'burgee-min-position': position };
    expectProblem(await fixture.read(first.url, bound), 503, 'position_not_reached');
    await fixture.wire.pass();
    await fixture.expectCurrent();
    expect((await fixture.read(second.url, bound)).status).toBe(200);
  });
});

describe('F53: several addresses', () => {
  it('one dies, hangs: the other one is followed, and nothing is missed or taken back', async () => {
    const wires = await Promise.all(
      fixture.cluster.gateways.map(({ base }) => FaultProxy.to(Number(new URL(base).port))),
    );
    const UPSTREAM_URLS = wires.map(({ port }) => `http://127.0.0.1:${port}`).join();
    const edge = await start({ UPSTREAM_URLS, SDK_KEYS: keyOf() });
    const stream = await fixture.listen(edge.url);
    for (const wire of wires) {
      await wire.refuse();
      await isTold([stream], await fixture.flip());
      await isTold([stream], await fixture.flip());
      expect((await fixture.read(edge.url)).headers['burgee-freshness']).toBeUndefined();
      await wire.pass();
    }
    expect(new Set(kindsOf(stream))).toEqual(new Set(['ready', 'flag_updated']));
    await Promise.all(wires.map((wire) => wire.close()));
  });
});

describe('F53: keys, while the upstream is silent', () => {
  it('keep working; an unknown key may be new, so it gets 503 and never 401', async () => {
    await fixture.wire.refuse();
    await fixture.expectStale(String((await fixture.read(fixture.urls[0]!)).headers.etag));
    const client = new TestClient(fixture.urls[0]!);
    const strange = await client.get('/api/v1/flags', { 'x-sdk-key': mintSdkKey() });
    expectProblem(strange, 503, 'unavailable');
    const { client_key } = fixture.project.production;
    const decision = await client.post(
      `/ofrep/v1/evaluate/flags/${fixture.flag.key}`,
      { context: {} },
      {
        authorization: `Bearer ${client_key}`,
      },
    );
    expectProblem(decision, 503, 'unavailable');
  });

  it('work until --key-max-age has passed, then get 503, until the upstream is back', async () => {
    const edge = await start({
      UPSTREAM_URLS: `http://127.0.0.1:${fixture.wire.port}`,
      SDK_KEYS: keyOf(),
      KEY_MAX_AGE_SECONDS: '3',
    });
    const stream = await fixture.listen(edge.url);
    const { body } = await fixture.decide(edge.url);
    const events = await new TestClient(edge.url).stream(body.eventStreams[0].endpoint.requestUri);
    await fixture.wire.refuse();
    const answers: number[] = [];
    await eventually(async () => {
      answers.push((await fixture.read(edge.url)).status);
      expect(answers.at(-1)).toBe(503);
    });
    expect([...new Set(answers)]).toEqual([200, 503]);
    // Clients that reconnect get 503, and wait.
    await Promise.all([stream.untilEnd(), events.untilEnd()]);
    expectProblem(await fixture.decide(edge.url), 503, 'unavailable');
    await fixture.wire.pass();
    await fixture.expectCurrent([edge.url]);
  });
});
