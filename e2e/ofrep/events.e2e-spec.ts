import { randomBytes, randomUUID } from 'node:crypto';
import { aFlag, aProject, type Environment, type Flag, type Project, sharedCluster, TestClient } from '@burgee/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { toggle } from '../interface/flag-calls.js';
import { closeStreams, gateway, keep, SDK_ADDRESSES } from '../interface/sdk-calls.js';
import { BULK, evaluateAll } from './ofrep-calls.js';
import { faultOfSchema } from './protocol.js';

const { url } = sharedCluster();
const ORIGIN = `https://${randomBytes(6).toString('hex')}.example.com`;
const context = { targetingKey: 'user-1' };

let project: Project;
let flag: Flag;

beforeEach(async () => {
  project = await aProject(url, { environments: [{ name: 'Web', url: null }] });
  flag = await aFlag(project, { key: 'a' });
});
afterEach(closeStreams);

/** The address of the events from a bulk answer. */
async function addressFor(environment: Pick<Environment, 'sdk_key'>, base = url): Promise<string> {
  const { body } = await evaluateAll(environment, context, {}, { base });
  expect(body.eventStreams).toHaveLength(1);
  return body.eventStreams[0].endpoint.requestUri;
}

const open = async (address: string, base = url, headers: Record<string, string> = {}) =>
  keep(await new TestClient(base).stream(address, headers));

const positionOf = ({ metadata }: { metadata: { epoch: string; revision: number } }) =>
  `${metadata.epoch}-${metadata.revision}`;
const refetchAt = (id: string) => ({ id, event: 'message', data: { type: 'refetchEvaluation', etag: id } });

describe.each(SDK_ADDRESSES)('events of OFREP at %s', (_, base) => {
  it('send the current position at once, then each change, and nothing else', async () => {
    const before = await evaluateAll(project.development, context, {}, { base });
    const stream = await open(await addressFor(project.development, base), base);
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
    });
    expect(await stream.until(() => true)).toEqual(refetchAt(positionOf(before.body)));
    await toggle(project.owner, flag, project.development, true);
    const changed = await stream.until(({ id }) => id !== positionOf(before.body));
    const query = `?flagConfigEtag=${changed.data.etag}`;
    const headers = { 'if-none-match': `${before.headers.etag}` };
    const after = await evaluateAll(project.development, context, headers, { base, query });
    expect([after.status, after.body.flags[0].value]).toEqual([200, true]);
    expect(changed).toEqual(refetchAt(positionOf(after.body)));
    await project.owner.client.delete(`/api/flags/${flag.id}`);
    await stream.until(({ id }) => ![positionOf(before.body), changed.id].includes(id ?? ''));
    for (const { data, ...event } of stream.events)
      expect(faultOfSchema('sseEvent', { ...event, data: JSON.stringify(data) })).toBeUndefined();
  });
});

describe('the token of an event stream', () => {
  it('is the same in each answer and at each replica, and opens a stream for each tab', async () => {
    const addresses = await Promise.all(SDK_ADDRESSES.map(([, base]) => addressFor(project.development, base)));
    expect(new Set(addresses).size).toBe(1);
    const [first, second] = [await open(addresses[0]!), await open(addresses[0]!, gateway('sdk-gateway-2'))];
    await toggle(project.owner, flag, project.development, true);
    for (const stream of [first, second]) await stream.until(({ data }) => data.etag.endsWith('-2'));
  });

  it('S65 opens nothing else, in no header', async () => {
    const token = (await addressFor(project.development)).split('=')[1]!;
    const client = new TestClient(url);
    for (const name of ['x-sdk-key', 'x-api-key', 'authorization']) {
      const headers = { [name]: name === 'authorization' ? `Bearer ${token}` : token };
      expectProblem(await client.post(BULK, { context }, headers), 401, 'sdk_key_invalid');
      expectProblem(await client.get('/api/v1/flags', headers), 401, 'sdk_key_invalid');
    }
    expectProblem(await client.get(`/api/v1/stream?token=${token}`), 401, 'sdk_key_invalid');
    expectProblem(await client.get(`/api/v1/stream?ticket=${token}`), 401, 'ticket_invalid');
  });

  it('cannot be replaced by a key or an invented token', async () => {
    const address = await addressFor(project.development);
    const key = { 'x-sdk-key': project.development.sdk_key };
    const other = address.replace(project.development.id, randomUUID());
    const cut = address.slice(0, -3);
    for (const [path, headers] of [
      ['/ofrep/v1/events', key],
      [other, key],
      [cut, {}],
      [`/ofrep/v1/events?token=${key['x-sdk-key']}`, {}],
    ] as const)
      expectProblem(await new TestClient(url).get(path, headers), 401, 'event_token_invalid');
  });

  it.each(['sdk', 'client'])('S65 of %s key dies with it: streams end, and it opens no other', async (kind) => {
    const keyOf = (environment: Record<string, unknown>) => ({ sdk_key: `${environment[`${kind}_key`]}` });
    const address = await addressFor(keyOf({ ...project.development }));
    const streams = await Promise.all(SDK_ADDRESSES.map(([, base]) => open(address, base)));
    await toggle(project.owner, flag, project.development, true);
    for (const stream of streams) await stream.until(({ data }) => data.etag.endsWith('-2'));
    const path = `/api/projects/${project.id}/environments/${project.development.id}/rotate-${kind}-key`;
    const { body: rotated } = await project.owner.client.post(path, {});
    for (const stream of streams) await stream.untilEnd();
    for (const [, base] of SDK_ADDRESSES) expect((await new TestClient(base).get(address)).status).toBe(401);
    const renewed = await addressFor(keyOf(rotated));
    expect(renewed).not.toBe(address);
    await (await open(renewed)).until(() => true);
  });

  it('is not part of the ETag', async () => {
    const before = await evaluateAll(project.development, context);
    const path = `/api/projects/${project.id}/environments/${project.development.id}/rotate-sdk-key`;
    const { body: rotated } = await project.owner.client.post(path, {});
    const after = await evaluateAll(rotated, context, { 'if-none-match': `${before.headers.etag}` });
    expect(after.status).toBe(304);
  });
});

describe('Last-Event-ID', () => {
  it('replays the last missed change, also from another replica', async () => {
    const address = await addressFor(project.development);
    const before = await open(address, gateway('sdk-gateway-1'));
    const { id } = await before.until(() => true);
    before.close();
    for (const on of [true, false, true]) await toggle(project.owner, flag, project.development, on);
    const after = await open(address, gateway('sdk-gateway-2'), { 'last-event-id': `${id}` });
    await after.until(({ data }) => data.etag.endsWith('-4'));
    expect(after.events.map((event) => event.id?.split('-')[1])).toEqual(['4']);
  });

  it('tells the client to refetch when it cannot replay', async () => {
    const { body } = await evaluateAll(project.development, context);
    const stream = await open(await addressFor(project.development), url, { 'last-event-id': 'other-1' });
    expect(await stream.until(() => true)).toEqual(refetchAt(positionOf(body)));
  });
});

it('lets a page of a registered origin open the stream, and no other page', async () => {
  const path = `/api/projects/${project.id}/environments/${project.development.id}`;
  await project.owner.client.patch(path, { url: ORIGIN });
  const address = await addressFor(project.development);
  const stream = await open(address, url, { origin: ORIGIN });
  expect(stream.response.headers['access-control-allow-origin']).toBe(ORIGIN);
  const refused = await new TestClient(url).get(address, { origin: 'https://evil.example.org' });
  expectProblem(refused, 403, 'origin_not_registered');
});
