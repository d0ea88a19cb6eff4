import { randomBytes } from 'node:crypto';
import {
  aFlag,
  aProject,
  type ServiceResponse,
  edgeProfile,
  type Project,
  sharedCluster,
  TestClient,
} from '@burgee/testing';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { closeStreams, keep } from '../interface/sdk-calls.js';
import { BULK } from '../ofrep/ofrep-calls.js';
import { EVERYWHERE, fill, type Line, PAGES, TABLE } from '../security/authorization-table.js';

const { url, services } = sharedCluster();
/** In the lane `edge`, the addresses of two edges, one behind the other. */
const addresses = edgeProfile()?.edges ?? [url, services['sdk-gateway-2']!.url];
const canary = () => `canary-${randomBytes(12).toString('hex')}`;

/** Every way in which a caller can bring a key. */
const WAYS: [string, (key: string) => { headers?: Record<string, string>; query?: string }][] = [
  ['x-sdk-key', (key) => ({ headers: { 'x-sdk-key': key } })],
  ['x-api-key', (key) => ({ headers: { 'x-api-key': key } })],
  ['a bearer', (key) => ({ headers: { authorization: `Bearer ${key}` } })],
  ['an authorization without a scheme', (key) => ({ headers: { authorization: key } })],
  ['a session', (key) => ({ headers: { cookie: `token=${key}` } })],
  ['a ticket', (key) => ({ query: `?ticket=${key}` })],
  ['the address', (key) => ({ query: `?sdk_key=${key}&client_key=${key}&snapshot=true` })],
];

describe('the text of a rule', () => {
  const [attribute, value] = [canary(), canary()];
  const rule = { targeting_attribute: attribute, targeting_value: value };
  let project: Project;
  let flagId: string;
  let flagKey: string;
  let path: string;

  afterEach(closeStreams);

  beforeAll(async () => {
    project = await aProject(url);
    const flag = await aFlag(project);
    [flagId, flagKey] = [flag.id, flag.key];
    path = `/api/flags/${flagId}/environments/${project.production.id}`;
    await project.owner.client.patch(path, { is_enabled: true, ...rule, targeting_return_value: 'true' });
  });

  const found = ({ text, headers }: Pick<ServiceResponse, 'text' | 'headers'>) =>
    Object.values(rule).filter((one) => (text + JSON.stringify(headers)).includes(one));

  /** The answer of a line of the table to a client key. Any method is safe, since a client key changes nothing. */
  async function answerOf(base: string, line: Pick<Line, 'method' | 'path' | 'body'>, way: (typeof WAYS)[0][1]) {
    const ids = { id: project.id, flagId, envId: project.production.id, userId: project.owner.id, sessionId: flagId };
    const { headers = {}, query = '' } = way(project.production.client_key);
    const body = line.body?.({ newcomer: 'newcomer@example.com' });
    const json = body && { raw: JSON.stringify(body) };
    const type: Record<string, string> = body ? { 'content-type': 'application/json' } : {};
    const address = fill(line, { ...ids, invitationId: flagId, scheduleId: flagId, requestId: flagId }) + query;
    return new TestClient(base).call(line.method, address, { ...json, headers: { ...headers, ...type } });
  }

  it('is found by this test in the answer to an SDK key', async () => {
    const headers = { 'x-sdk-key': project.production.sdk_key };
    expect(found(await new TestClient(url).get('/api/v1/flags', headers))).toHaveLength(2);
  });

  it.each(WAYS)('S68 never leaves by any route, with a client key as %s', async (name, way) => {
    const nth = WAYS.findIndex(([one]) => one === name);
    const places = [...EVERYWHERE, ...PAGES].map((path) => ({ method: 'GET', path }) as const);
    // These make accounts, which no key has a part in.
    const lines = [...TABLE.filter(({ path }) => !path.startsWith('/api/auth/')), ...places];
    const leaks: string[] = [];
    const opened: string[] = [];
    // The other services look for a session alone, so one way in seven is tried at each of their routes.
    const isTried = (line: (typeof lines)[number], index: number, base: string) =>
      !('service' in line) || line.service === 'sdk-gateway' || (base === url && index % WAYS.length === nth);
    const linesAt = (base: string) => lines.filter((line, index) => isTried(line, index, base));
    for (const base of addresses)
      for (const line of linesAt(base)) {
        const answer = await answerOf(base, line, way);
        const place = `${line.method} ${line.path} at ${base}`;
        if (found(answer).length > 0) leaks.push(place);
        // Pages report what they evaluated.
        if (line.path === '/api/v1/usage') continue;
        const isClosed = 'access' in line && line.access !== 'public' && line.path.startsWith('/api/');
        if (isClosed && ![401, 404].includes(answer.status)) opened.push(`${answer.status} of ${place}`);
      }
    expect({ leaks, opened }).toEqual({ leaks: [], opened: [] });
  });

  /** Callers that a rule is for, that it is not for, and such as no decision can be made for. */
  const BODIES: [string, string, number][] = [
    ['whom the rule is for', JSON.stringify({ context: { targetingKey: 'a', [attribute]: value } }), 200],
    ['whom it is not for', JSON.stringify({ context: { targetingKey: 'a', [attribute]: 'other' } }), 200],
    ['nobody', JSON.stringify({ context: {} }), 200],
    ['an attribute of another type', JSON.stringify({ context: { [attribute]: [value] } }), 200],
    ['no context', '{}', 400],
    ['a context that is none', JSON.stringify({ context: value }), 400],
    ['a targetingKey that is none', JSON.stringify({ context: { targetingKey: { [attribute]: value } } }), 200],
    ['broken JSON', `{"context":{"${attribute}":"${value}"`, 400],
    ['too much', JSON.stringify({ context: { [attribute]: value, more: 'a'.repeat(65_536) } }), 400],
  ];

  it.each(BODIES)('S68 never leaves by decisions with a client key about %s', async (_, body, status) => {
    const leaks: string[] = [];
    const statuses: number[][] = [];
    for (const base of addresses) {
      const client = new TestClient(base);
      const post = async (address: string, more: Record<string, string> = {}) => {
        const headers = { 'x-api-key': project.production.client_key, 'content-type': 'application/json', ...more };
        const answer = await client.call('POST', address, { raw: body, headers });
        if (found(answer).length > 0) leaks.push(`${answer.status} of ${address} at ${base}`);
        return answer;
      };
      await post(`${BULK}/${flagKey}`);
      await post(`${BULK}/none`);
      const bulk = await post(BULK);
      const again = await post(BULK, { 'if-none-match': String(bulk.headers.etag) });
      statuses.push([bulk.status, again.status]);
      await post(`${BULK}?flagConfigEtag=${bulk.body.metadata?.epoch}-999`);
      await post(BULK, { 'x-sdk-key': project.development.client_key });
      await post(BULK, { 'content-type': 'text/plain' });
      await post(BULK, { origin: 'https://evil.example.org' });
    }
    expect(leaks).toEqual([]);
    expect(statuses).toEqual(addresses.map(() => (status === 200 ? [200, 304] : [400, 400])));
  });

  it('S68 is decided by, and told in no event, while rules and keys change', async () => {
    const headers = { 'x-api-key': project.production.client_key };
    const context = { targetingKey: 'a', [attribute]: value };
    const bulk = await new TestClient(url).post(BULK, { context }, headers);
    expect(bulk.body.flags).toEqual([expect.objectContaining({ key: flagKey, reason: 'TARGETING_MATCH' })]);
    const address = bulk.body.eventStreams[0].endpoint.requestUri;
    const streams = await Promise.all(addresses.map(async (base) => keep(await new TestClient(base).stream(address))));
    const { owner, production, id } = project;
    expect((await owner.client.patch(path, { ...rule, rollout_percentage: 7 })).status).toBe(200);
    for (const stream of streams)
      await stream.until(({ id: at }) => !`${at}`.endsWith(`-${bulk.body.metadata.revision}`));
    await owner.client.post(`/api/projects/${id}/environments/${production.id}/rotate-client-key`, {});
    for (const stream of streams) {
      await stream.untilEnd();
      expect(stream.events.length).toBeGreaterThan(1);
      expect(found({ text: JSON.stringify(stream.events), headers: stream.response.headers })).toEqual([]);
    }
    const ended = [await new TestClient(url).get(address), await new TestClient(url).post(BULK, { context }, headers)];
    expect(ended.map((answer) => [answer.status, found(answer)])).toEqual([
      [401, []],
      [401, []],
    ]);
  });
});
