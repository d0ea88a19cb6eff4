import { aFlag, aProject, type Project, sharedCluster, type StreamReader, unique } from '@burgee/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { closeStreams, listen, SDK_ADDRESSES } from '../sdk-calls.js';

const { url } = sharedCluster();

afterEach(closeStreams);

const pathOf = ({ id, development }: Project) => `/api/projects/${id}/environments/${development.id}`;
const countOf = ({ events }: StreamReader) => events.filter(({ event }) => event === 'access').length;

/** A stream after its first `access` event and the second one, for changes during its start. */
async function follow(project: Project, base = url): Promise<StreamReader> {
  const stream = await listen(project.development, {}, base, '?access=1');
  await stream.until(() => countOf(stream) === 2);
  return stream;
}

describe('?access=1', () => {
  it.each(SDK_ADDRESSES)('tells at the start, and when keys or origins change, at %s', async (_, base) => {
    const project = await aProject(url);
    const stream = await follow(project, base);
    expect(stream.events.slice(0, 2)).toEqual([
      expect.objectContaining({ event: 'ready' }),
      { id: undefined, event: 'access', data: {} },
    ]);
    let told = 2;
    const isTold = async (method: 'patch' | 'post', path: string, body: object) => {
      expect((await project.owner.client[method](pathOf(project) + path, body)).status).toBe(200);
      told++;
      await stream.until(() => countOf(stream) === told);
    };
    await isTold('post', '/rotate-client-key', {});
    await isTold('patch', '', { url: `https://${unique('page')}.example.com`.toLowerCase() });
    await isTold('patch', '', { url: null });
    await isTold('post', '/rotate-sdk-key', { grace_seconds: 3_600 });
    await isTold('post', '/rotate-client-key', { grace_seconds: 1 });
    // The end of a grace period writes nothing.
    await stream.until(() => countOf(stream) === told + 1);
    expect(new Set(stream.events.map(({ event }) => event))).toEqual(new Set(['ready', 'access']));
  });

  it('left out, or other text: the stream says nothing of it', async () => {
    const project = await aProject(url);
    const queries = ['', '?access', '?access=0', '?access=true'];
    const streams = await Promise.all(queries.map((query) => listen(project.development, {}, url, query)));
    for (const stream of streams) await stream.until(({ event }) => event === 'ready');
    const edge = await follow(project);
    await project.owner.client.post(`${pathOf(project)}/rotate-client-key`, {});
    await edge.until(() => countOf(edge) === 3);
    await aFlag(project);
    for (const stream of streams) {
      await stream.until(({ event }) => event === 'flag_updated');
      expect(stream.events.map(({ event }) => event)).toEqual(['ready', 'flag_updated']);
    }
  });
});
