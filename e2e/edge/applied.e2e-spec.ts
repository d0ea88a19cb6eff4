import type { AppliedView } from '@burgee/contracts/http';
import {
  aFlag,
  aProject,
  edgeProfile,
  eventually,
  type Flag,
  type Project,
  type RunningEdge,
  sharedCluster,
  startEdge,
} from '@burgee/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { closeStreams, fetchFlags, gateway, listen } from '../interface/sdk-calls.js';

const { url } = sharedCluster();
const GATEWAY = edgeProfile()?.gateway ?? gateway('sdk-gateway-1');

let project: Project;
let flag: Flag;
let near: RunningEdge;
let far: RunningEdge;
let isOn = false;

beforeAll(async () => {
  near = await startEdge({ UPSTREAM_URLS: GATEWAY, ACCEPT_KEYS: 'on' });
  far = await startEdge({ UPSTREAM_URLS: near.url, ACCEPT_KEYS: 'on', WORKERS: '2' });
});
beforeEach(async () => {
  isOn = false;
  project = await aProject(url);
  flag = await aFlag(project);
});
afterEach(closeStreams);
afterAll(async () => {
  await far.stop();
  await near.stop();
});

async function flip(timeout: string): Promise<AppliedView> {
  const address = `/api/flags/${flag.id}/environments/${project.development.id}/toggle?wait=applied&timeout=${timeout}`;
  const { status, body } = await project.owner.client.patch(address, { is_enabled: (isOn = !isOn) });
  expect(status).toBe(200);
  return body.applied;
}

const idOf = async ({ opsUrl }: RunningEdge): Promise<string> =>
  ((await (await fetch(`${opsUrl}/status`)).json()) as { edge: { id: string } }).edge.id;

async function ask(edge: RunningEdge, instance: string, tag: string): Promise<string> {
  const asked = { 'if-none-match': tag, 'unleash-instanceid': instance };
  const { headers } = await fetchFlags(project.development, asked, edge.url);
  return String(headers.etag);
}

describe('a change that waits for clients of edges in a row', () => {
  it('is answered when all of them have it, in each process of an edge, and says how many are at edges', async () => {
    await listen(project.development, {}, GATEWAY);
    await listen(project.development, {}, near.url);
    for (let n = 0; n < 4; n++) await listen(project.development, {}, far.url);
    const done = new AbortController();
    const polling = (async () => {
      for (let tag = '"none"'; !done.signal.aborted;) tag = await ask(near, 'one', tag);
    })();
    try {
      const all = { clients: 7, delivered: 7, applied: 1, unknown: 0, at_edges: 6, waiting: [], complete: true };
      await eventually(async () => expect(await flip('20s')).toMatchObject(all));
    } finally {
      done.abort();
      await polling;
    }
  });

  it('names the edge that it waits for, and does not wait for clients of an edge that hangs', async () => {
    await listen(project.development, {}, near.url);
    await listen(project.development, {}, far.url);
    await ask(far, 'other', '"none"');
    const [id] = (await idOf(far)).split('-');
    await eventually(async () =>
      expect((await flip('3s')).waiting).toMatchObject([{ replica: `edge ${id}`, streams: 0, pollers: 1 }]),
    );
    far.process.pause();
    try {
      const known = { clients: 2, delivered: 1, unknown: 1, at_edges: 1, waiting: [] };
      expect(await flip('60s')).toMatchObject(known);
    } finally {
      far.process.resume();
    }
  });
});
