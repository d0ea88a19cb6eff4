import { mintSdkKey, opaqueTag } from '@burgee/contracts/wire';
import {
  aFlag,
  aProject,
  eventually,
  type Flag,
  type Project,
  TestClient,
  sharedCluster,
  aUser,
} from '@burgee/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { toggle } from '../interface/flag-calls.js';
import { closeStreams, fetchFlags, gateway, keep, listen, SDK_ADDRESSES } from '../interface/sdk-calls.js';
import { TIME } from '../interface/shapes.js';

const { url } = sharedCluster();
/** Of every project here. */
const owner = await aUser(url);
const [FIRST, SECOND] = [gateway('sdk-gateway-1'), gateway('sdk-gateway-2')];

/** One comes every 15 s. */
const TWO_HEARTBEATS_COME_WITHIN = 60_000;

afterEach(closeStreams);

/** Toggles until the environment is at that revision. */
async function bringTo(revision: number, project: Project, flag: Flag): Promise<void> {
  for (;;) {
    const { body } = await project.owner.client.get(`/api/projects/${project.id}/environments`);
    if (body[0].revision === revision) return;
    await toggle(project.owner, flag, project.development, body[0].revision % 2 === 1);
  }
}

describe.each(SDK_ADDRESSES)('not shown: GET /api/v1/stream, the "subscription endpoint", at %s', (_, base) => {
  it('text/event-stream, not cached, not buffered, not compressed', async () => {
    const { development } = await aProject(url, {}, owner);
    const stream = await listen(development, { 'accept-encoding': 'gzip, br' }, base);
    const { headers } = stream.response;
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      vary: 'Origin, Accept-Encoding, X-SDK-Key, X-API-Key, Authorization',
    });
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('ready at once: id, environment and revision; retry is 1 to 5 s', async () => {
    const project = await aProject(url, {}, owner);
    await aFlag(project);
    const { etag } = (await fetchFlags(project.development)).headers;
    const stream = await listen(project.development, {}, base);
    const ready = await stream.until(() => true);
    expect(ready).toEqual({
      id: opaqueTag(String(etag)),
      event: 'ready',
      data: { environment_id: project.development.id, revision: 1 },
    });
    expect(stream.retryMilliseconds).toBeGreaterThanOrEqual(1_000);
    expect(stream.retryMilliseconds).toBeLessThanOrEqual(5_000);
  });
});

describe('not shown: heartbeat, "a comment every 15 s"', () => {
  it('keeps a silent stream open at every address, and events still come after it', async () => {
    const project = await aProject(url, {}, owner);
    const streams = await Promise.all(SDK_ADDRESSES.map(([, base]) => listen(project.development, {}, base)));
    const beats = () => streams.map(({ comments }) => comments.length);
    await eventually(() => expect(beats()).toEqual(SDK_ADDRESSES.map(() => 2)), TWO_HEARTBEATS_COME_WITHIN, 100);
    const flag = await aFlag(project);
    for (const stream of streams) expect((await stream.ofRevision(1)).data.flag_id).toBe(flag.id);
  }, 120_000);
});

describe('not shown: Last-Event-ID', () => {
  it('every missed event comes, in order, once, also from another replica; then new events', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    const before = await listen(project.development, {}, FIRST);
    await bringTo(2, project, flag);
    const { id } = await before.ofRevision(2);
    before.close();
    await bringTo(7, project, flag);
    const after = await listen(project.development, { 'last-event-id': id ?? '' }, SECOND);
    await after.ofRevision(7);
    await bringTo(9, project, flag);
    await after.ofRevision(9);
    expect(after.events.map(({ event, data }) => [event, data.revision])).toEqual([
      ['ready', 2],
      ...[3, 4, 5, 6, 7, 8, 9].map((revision) => ['flag_updated', revision]),
    ]);
  });

  it('a deletion that was missed comes too', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    const { id } = await (await listen(project.development)).until(({ event }) => event === 'ready');
    await project.owner.client.delete(`/api/flags/${flag.id}`);
    const { event, data } = await (await listen(project.development, { 'last-event-id': id ?? '' })).ofRevision(2);
    expect([event, data.flag_id]).toEqual(['flag_deleted', flag.id]);
  });

  it('an id that cannot be replayed: a snapshot comes', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    const { body, headers } = await fetchFlags(project.development);
    const id = opaqueTag(headers.etag ?? '');
    const stream = await listen(project.development, { 'last-event-id': `0${id}` });
    const snapshot = await stream.until(({ event }) => event === 'snapshot');
    const data = { environment_id: project.development.id, revision: 1, flags: body };
    expect(snapshot).toEqual({ id, event: 'snapshot', data });
    await bringTo(2, project, flag);
    expect(await stream.ofRevision(2)).toMatchObject({ event: 'flag_updated', data: { flag_id: flag.id } });
  });
});

describe('not shown: ?snapshot=true', () => {
  it('the present flags as GET /api/v1/flags has them, then every change after them', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    const { body, headers } = await fetchFlags(project.development);
    const stream = await listen(project.development, {}, url, '?snapshot=true');
    await bringTo(3, project, flag);
    await stream.ofRevision(3);
    const [ready, snapshot, ...changes] = stream.events;
    expect(ready).toMatchObject({ event: 'ready', data: { environment_id: project.development.id } });
    expect(snapshot).toEqual({
      id: opaqueTag(String(headers.etag)),
      event: 'snapshot',
      data: { environment_id: project.development.id, revision: 1, flags: body },
    });
    expect(changes.map(({ event, data }) => [event, data.revision])).toEqual([
      ['flag_updated', 2],
      ['flag_updated', 3],
    ]);
  });
});

describe('not shown: POST /api/v1/stream/ticket, for a browser’s EventSource', () => {
  const ask = (sdk_key: string, base = url) =>
    new TestClient(base).post('/api/v1/stream/ticket', undefined, { 'x-sdk-key': sdk_key });

  it('200, a ticket good for 30 s', async () => {
    const { development } = await aProject(url, {}, owner);
    const { status, body } = await ask(development.sdk_key);
    expect(status).toBe(200);
    expect(body).toEqual({ ticket: expect.stringMatching(/^[\w-]+\.[\w-]+$/), expires_at: TIME });
    const left = Date.parse(body.expires_at) - Date.now();
    expect(left).toBeGreaterThan(20_000);
    expect(left).toBeLessThanOrEqual(30_000);
    expect(body.ticket).not.toContain(development.sdk_key);
  });

  it('opens the stream of its key, on another replica too', async () => {
    const project = await aProject(url, {}, owner);
    const { ticket } = (await ask(project.development.sdk_key, FIRST)).body;
    const stream = keep(await new TestClient(SECOND).stream(`/api/v1/stream?ticket=${ticket}`));
    const flag = await aFlag(project);
    expect((await stream.ofRevision(1)).data).toMatchObject({
      flag_id: flag.id,
      environment_id: project.development.id,
    });
  });

  it('S21 altered or made up → 401', async () => {
    const { development } = await aProject(url, {}, owner);
    const { ticket } = (await ask(development.sdk_key)).body;
    const [claims, signature] = ticket.split('.');
    for (const forged of [`${claims}x.${signature}`, `${claims}.`, claims, '', 'a.b', `.${signature}`])
      expectProblem(await new TestClient(url).get(`/api/v1/stream?ticket=${forged}`), 401, 'ticket_invalid');
  });

  it('of a key that was rotated after the ticket → 401', async () => {
    const project = await aProject(url, {}, owner);
    const { ticket } = (await ask(project.development.sdk_key)).body;
    const environment = `/api/projects/${project.id}/environments/${project.development.id}`;
    await project.owner.client.post(`${environment}/rotate-sdk-key`);
    expectProblem(await new TestClient(url).get(`/api/v1/stream?ticket=${ticket}`), 401, 'sdk_key_invalid');
  });

  it('for no key or a bad one there is none → 401', async () => {
    expectProblem(await new TestClient(url).post('/api/v1/stream/ticket'), 401, 'sdk_key_invalid');
    for (const key of ['nonsense', mintSdkKey()]) expectProblem(await ask(key), 401, 'sdk_key_invalid');
  });
});
