import { opaqueTag } from '@burgee/contracts/wire';
import { aFlag, aProject, TestClient, sharedCluster, aUser } from '@burgee/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { edit, toggle } from './flag-calls.js';
import { closeStreams, fetchFlags, listen, SDK_ADDRESSES } from './sdk-calls.js';
import { EDITED_VALUE, FRESH_VALUE } from './shapes.js';

const { url } = sharedCluster();
/** Owns every project of this file. */
const owner = await aUser(url);

afterEach(closeStreams);

describe.each(SDK_ADDRESSES)('Events "over Server-Sent Events (SSE)", at %s', (_, base) => {
  it('"event flag_updated pushed": "toggle endpoint"; not shown: the nine fields, environment and revision', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project, { name: 'New checkout' });
    const stream = await listen(project.development, {}, base);
    await toggle(project.owner, flag, project.development, true);
    const event = await stream.ofRevision(2);
    const { etag } = (await fetchFlags(project.development)).headers;
    expect(event).toEqual({
      id: opaqueTag(String(etag)),
      event: 'flag_updated',
      data: {
        flag_id: flag.id,
        key: flag.key,
        name: 'New checkout',
        type: 'boolean',
        ...FRESH_VALUE,
        is_enabled: true,
        environment_id: project.development.id,
        revision: 2,
      },
    });
  });

  it('not shown: the trace of the request that made the change, when it named one', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    const stream = await listen(project.development, {}, base);
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await toggle(project.owner, flag, project.development, true, { traceparent });
    await toggle(project.owner, flag, project.development, false, { traceparent: 'nonsense' });
    await project.owner.client.delete(`/api/flags/${flag.id}`, { traceparent });
    await stream.ofRevision(4);
    const traces = stream.events.slice(1).map(({ event, data }) => [event, data.traceparent]);
    expect(traces).toEqual([
      ['flag_updated', traceparent],
      ['flag_updated', undefined],
      ['flag_deleted', traceparent],
    ]);
  });

  it('"event flag_updated pushed": "full edit endpoint"', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    const stream = await listen(project.production, {}, base);
    await edit(project.owner, flag, project.production, EDITED_VALUE);
    const { event, data } = await stream.ofRevision(2);
    const place = { environment_id: project.production.id, revision: 2 };
    expect([event, data]).toEqual([
      'flag_updated',
      { flag_id: flag.id, key: flag.key, name: flag.key, type: 'boolean', ...EDITED_VALUE, ...place },
    ]);
  });

  it('"a flag_deleted event is pushed to the SDK clients of each affected environment", "SDK clients of each environment the flag existed in"; not shown: its data', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    const streams = await Promise.all(project.environments.map((environment) => listen(environment, {}, base)));
    await project.owner.client.delete(`/api/flags/${flag.id}`);
    for (const [index, stream] of streams.entries()) {
      const { event, data } = await stream.ofRevision(2);
      const environment_id = project.environments[index]?.id;
      expect([event, data]).toEqual(['flag_deleted', { flag_id: flag.id, key: flag.key, environment_id, revision: 2 }]);
    }
  });

  it('"SDK clients of the affected environment", all of them and no others', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    const affected = [await listen(project.development, {}, base), await listen(project.development, {}, base)];
    const other = await listen(project.production, {}, base);
    await toggle(project.owner, flag, project.development, true);
    for (const stream of affected) await stream.ofRevision(2);
    // The next of production is its revision 2: an event of development before it would be seen.
    await edit(project.owner, flag, project.production, { rollout_percentage: 1 });
    await other.ofRevision(2);
    const changes = other.events.filter(({ event }) => event !== 'ready');
    expect(changes.map(({ data }) => data.environment_id)).toEqual([project.production.id]);
  });

  it('"a fresh GET /api/v1/flags sees a change immediately": who refetches on an event gets it', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    const stream = await listen(project.development, {}, base);
    for (let revision = 2; revision <= 6; revision++) {
      await toggle(project.owner, flag, project.development, revision % 2 === 0);
      const { data } = await stream.ofRevision(revision);
      expect((await fetchFlags(project.development, {}, base)).body[0].is_enabled).toBe(data.is_enabled);
    }
  });

  it('S40 text with line breaks stays one event', async () => {
    const project = await aProject(url, {}, owner);
    const text = 'a\nevent: flag_deleted\n\ndata: {}\r\n\u2028end';
    const stream = await listen(project.development, {}, base);
    const flag = await aFlag(project, { type: 'string' });
    await edit(project.owner, flag, project.development, { targeting_return_value: text });
    const { data } = await stream.ofRevision(2);
    expect(data.targeting_return_value).toBe(text);
    expect(stream.events.map(({ event }) => event)).toEqual(['ready', 'flag_updated', 'flag_updated']);
  });
});

describe('not shown: what is no write through the dashboard is no event', () => {
  it('a refused change', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    const stream = await listen(project.development);
    await edit(project.owner, flag, project.development, { rollout_percentage: 101 });
    await new TestClient(url).delete(`/api/flags/${flag.id}`);
    await toggle(project.owner, flag, project.development, true);
    const { data } = await stream.ofRevision(2);
    expect(data.is_enabled).toBe(true);
    expect(stream.events).toHaveLength(2);
  });
});
