import { randomBytes } from 'node:crypto';
import { type ServiceResponse, eventually, retryUnavailable, type StreamReader } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ReadFixture } from '../../faults/read-fixture.js';
import { faultOfAnswer } from '../protocol.js';

const BULK = '/ofrep/v1/evaluate/flags';
const context = { targetingKey: 'user-1' };

let fixture: ReadFixture;

beforeAll(async () => {
  fixture = await ReadFixture.start();
}, 90_000);
afterAll(() => fixture?.stop());

const post = (replica: number, path: string, headers: object = {}): Promise<ServiceResponse> =>
  fixture.cluster.gateways[replica]!.post(path, { context }, { ...fixture.key, ...headers });
const replicas = () => [...fixture.cluster.gateways.keys()];

/** Both kinds of evaluation at every replica, with answer and freshness. */
async function decideEverywhere(): Promise<{ value: unknown; freshness: unknown; answer: ServiceResponse }[]> {
  const decided = replicas().flatMap((replica) => [
    post(replica, BULK).then((answer) => ({ kind: 'bulk' as const, answer, value: answer.body.flags?.[0].value })),
    post(replica, `${BULK}/${fixture.flag.key}`).then((answer) => ({
      kind: 'single' as const,
      answer,
      value: answer.body.value,
    })),
  ]);
  return (await Promise.all(decided)).map(({ kind, answer, value }) => {
    expect(faultOfAnswer(kind, answer)).toBeUndefined();
    return { value, freshness: answer.headers['burgee-freshness'], answer };
  });
}

/** Toggles, and evaluates at every replica once acknowledged. A busy machine may make an answer stale, never wrong. */
async function expectFreshDecisions(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const on = round % 2 === 0;
    await retryUnavailable(() => fixture.toggle(on));
    await eventually(async () => {
      const decided = await decideEverywhere();
      const fresh = decided.filter(({ freshness }) => freshness === undefined);
      expect(fresh.map(({ value }) => value)).toEqual(fresh.map(() => on));
      expect(fresh).toHaveLength(decided.length);
    });
  }
}

async function follow(replica: number): Promise<StreamReader> {
  const { body } = await post(replica, BULK);
  return fixture.cluster.gateways[replica]!.stream(body.eventStreams[0].endpoint.requestUri);
}

describe('decisions while engines fail', () => {
  it('F52: Postgres is down: the last known good ones, marked, at every replica; none older than an event', async () => {
    await expectFreshDecisions(2);
    const before = await decideEverywhere();
    const { answer: bulk } = before[0]!;
    const { epoch, revision } = bulk.body.metadata;
    const stream = await follow(0);
    await stream.until(() => true);
    await fixture.cluster.postgres.kill();
    const stale = await decideEverywhere();
    expect(stale.map(({ value }) => value)).toEqual(before.map(({ value }) => value));
    for (const { freshness } of stale) expect(freshness).toMatch(/^stale; age=\d+$/);
    const unchanged = await post(0, BULK, { 'if-none-match': `${bulk.headers.etag}` });
    expect([unchanged.status, unchanged.headers['burgee-freshness']]).toEqual([304, expect.stringMatching(/^stale/)]);
    const later = await post(0, `${BULK}?flagConfigEtag=${epoch}-${revision + 1}`);
    expect([later.status, later.body.code, later.headers['retry-after']]).toEqual([503, 'unavailable', '1']);
    expect((await post(0, `${BULK}?flagConfigEtag=${epoch}-${revision}`)).status).toBe(200);
    expect(stream.ended).toBe(false);
    await fixture.cluster.postgres.start();
    await eventually(async () => {
      for (const { freshness } of await decideEverywhere()) expect(freshness).toBeUndefined();
    });
    await eventually(async () => expect((await fixture.toggle(true)).status).toBe(200));
    await expectFreshDecisions(4);
    const now = (await post(0, BULK)).body.metadata;
    await stream.until(({ id }) => id === `${now.epoch}-${now.revision}`);
    stream.close();
  });

  it('F52: Redis and NATS are down: decisions are fresh at every replica, and events still come', async () => {
    const streams = await Promise.all(replicas().map(follow));
    await Promise.all([fixture.cluster.redis.kill(), fixture.cluster.nats.kill()]);
    await expectFreshDecisions(10);
    const { epoch, revision } = (await post(0, BULK)).body.metadata;
    for (const stream of streams) {
      await stream.until(({ id }) => id === `${epoch}-${revision}`);
      stream.close();
    }
    await Promise.all([fixture.cluster.redis.start(), fixture.cluster.nats.start()]);
  });
});

describe('the text of a rule', () => {
  it('S68 leaves by no stale answer to any request with a client key', async () => {
    const [attribute, value] = ['a', 'b'].map((name) => `${name}-${randomBytes(12).toString('hex')}`) as [
      string,
      string,
    ];
    const rule = { targeting_attribute: attribute, targeting_value: value, targeting_return_value: 'true' };
    const { client } = fixture.project.owner;
    await retryUnavailable(() => client.patch(fixture.valuePath, { is_enabled: true, ...rule }));
    const byClient = { 'x-sdk-key': fixture.project.development.client_key };
    const about = [{ targetingKey: 'a', [attribute]: value }, {}];
    const ask = () =>
      Promise.all(
        fixture.cluster.gateways.flatMap((gateway) => [
          ...[BULK, `${BULK}/${fixture.flag.key}`, `${BULK}/none`, `${BULK}?flagConfigEtag=x-1`].flatMap((path) =>
            about.map((one) => gateway.post(path, { context: one }, byClient)),
          ),
          gateway.post(BULK, {}, byClient),
        ]),
      );
    const ofFlags = () =>
      Promise.all(
        fixture.cluster.gateways.flatMap((gateway) => [
          gateway.get('/api/v1/flags', byClient),
          gateway.get('/api/v1/stream', byClient),
          gateway.post('/api/v1/stream/ticket', undefined, byClient),
        ]),
      );
    const leaksOf = (answers: ServiceResponse[]) =>
      answers.filter(({ text, headers }) =>
        [attribute, value].some((one) => (text + JSON.stringify(headers)).includes(one)),
      );
    await eventually(async () => {
      const fresh = await ask();
      expect(leaksOf(fresh)).toEqual([]);
      expect(fresh.filter(({ status, headers }) => status >= 500 || headers['burgee-freshness'])).toEqual([]);
    });
    const { body } = await fixture.cluster.gateways[0]!.post(BULK, { context }, byClient);
    await fixture.cluster.postgres.kill();
    const stale = await ask();
    expect(leaksOf(stale)).toEqual([]);
    const marked = stale.filter(({ headers }) => `${headers['burgee-freshness']}`.startsWith('stale'));
    expect(marked.filter(({ body: { reason } }) => reason === 'TARGETING_MATCH')).toHaveLength(replicas().length);
    const refused = await ofFlags();
    expect(refused.map((answer) => [answer.status, answer.body.code])).toEqual(
      refused.map(() => [401, 'client_key_not_allowed']),
    );
    expect(leaksOf(refused)).toEqual([]);
    const events = await fixture.cluster.gateways[0]!.stream(body.eventStreams[0].endpoint.requestUri);
    await fixture.cluster.postgres.start();
    await fixture.expectRecovery();
    await events.until(({ data }) => data.type === 'refetchEvaluation');
    events.close();
    expect(leaksOf([{ text: JSON.stringify(events.events), headers: {} } as ServiceResponse])).toEqual([]);
  });
});

describe('OFREP=off', () => {
  it('closes every address of it, at the gateway and in its OpenAPI document, and leaves reads as they are', async () => {
    const service = fixture.cluster.services['sdk-gateway-1']!;
    await service.stop();
    await service.start({ OFREP: 'off' });
    await fixture.readFresh();
    const [gateway] = fixture.cluster.gateways;
    for (const path of [BULK, `${BULK}/a`]) expect((await post(0, path)).status).toBe(404);
    expect((await gateway!.get('/ofrep/v1/events?token=a')).status).toBe(404);
    expect((await gateway!.call('OPTIONS', BULK, { headers: { origin: 'https://a.example.com' } })).status).toBe(404);
    const { body } = await gateway!.get('/openapi.json');
    expect(Object.keys(body.paths).filter((path) => path.startsWith('/ofrep'))).toEqual([]);
  });
});
