import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import {
  aFlag,
  aProject,
  edgeProfile,
  eventually,
  retryUnavailable,
  type Flag,
  type Project,
  type RunningEdge,
  sharedCluster,
  startEdge,
  TestClient,
} from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { toggle } from '../interface/flag-calls.js';
import { closeStreams, fetchFlags, gateway, keep, listen } from '../interface/sdk-calls.js';

const { url } = sharedCluster();
const GATEWAY = edgeProfile()?.gateway ?? gateway('sdk-gateway-1');
const STREAMS = 6;

interface Serving {
  pid: number;
  streams: number;
}

let project: Project;
let flag: Flag;
let edge: RunningEdge;
let isOn = false;

const listenMany = (headers?: Record<string, string>) =>
  Promise.all(Array.from({ length: STREAMS }, () => listen(project.development, headers, edge.url)));
async function processes(): Promise<Serving[]> {
  const { edge: its } = (await (await fetch(`${edge.opsUrl}/status`)).json()) as { edge: { processes: Serving[] } };
  return its.processes;
}
/** Once they have so many streams, and none of tests before. */
const processesWith = (count: number) =>
  eventually(async () => {
    const all = await processes();
    expect(all.reduce((sum, { streams }) => sum + streams, 0)).toBe(count);
    return all;
  });
/**
 * A bulk decision on a connection that stays with its worker.
 * @returns the position of its flags
 */
async function decide(agent: Agent, named: string): Promise<string> {
  const headers = { 'x-sdk-key': project.development.sdk_key, 'content-type': 'application/json' };
  const asked = request(`${edge.url}/ofrep/v1/evaluate/flags?flagConfigEtag=${named}`, {
    method: 'POST',
    headers,
    agent,
  });
  asked.end('{"context":{"targetingKey":"a"}}');
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const { metadata } = (await json(answer)) as { metadata?: { epoch: string; revision: number } };
  return metadata ? `${metadata.epoch}-${metadata.revision}` : String(answer.statusCode);
}
/** @returns the position that it made */
async function flip(): Promise<string> {
  isOn = !isOn;
  const { headers } = await retryUnavailable(() => toggle(project.owner, flag, project.development, isOn));
  return String(headers['burgee-position']);
}

beforeAll(async () => {
  project = await aProject(url);
  flag = await aFlag(project);
  edge = await startEdge({
    UPSTREAM_URLS: GATEWAY,
    SDK_KEYS: project.development.sdk_key,
    ACCEPT_KEYS: 'on',
    WORKERS: '2',
  });
});
afterEach(closeStreams);
afterAll(() => edge?.stop());

describe('an edge of two workers', () => {
  it('answers reads, streams and decisions in both, from one subscription and one folder', async () => {
    const streams = await listenMany();
    for (const { streams: its } of await processesWith(STREAMS)) expect(its).toBeGreaterThan(0);
    const position = await flip();
    for (const stream of streams) {
      await stream.until(({ id }) => id === position);
      expect(stream.events.map(({ event }) => event)).toEqual(['ready', 'flag_updated']);
    }
    const bound = { 'burgee-min-position': await flip() };
    for (let n = 0; n < STREAMS; n++) {
      const [here, there] = await Promise.all(
        [edge.url, GATEWAY].map((base) => fetchFlags(project.development, bound, base)),
      );
      expect([here?.status, here?.text]).toEqual([200, there?.text]);
    }
    for (let n = 0; n < 4; n++) expect((await fetchFlags(project.production, {}, edge.url)).status).toBe(200);
    await eventually(() => expect(readdirSync(edge.dataDir)).toHaveLength(2));
  });

  it('decisions after an event are not older than the event, also on the other worker', async () => {
    const agents = Array.from({ length: STREAMS }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    const { body } = await new TestClient(edge.url).post(
      '/ofrep/v1/evaluate/flags',
      { context: {} },
      { 'x-sdk-key': project.development.sdk_key },
    );
    const address = body.eventStreams[0].endpoint.requestUri;
    const events = await Promise.all(agents.map(async () => keep(await new TestClient(edge.url).stream(address))));
    for (let n = 0; n < 20; n++) {
      const named = await flip();
      await Promise.race(events.map((one) => one.until(({ id }) => id === named)));
      expect(await Promise.all(agents.map((agent) => decide(agent, named)))).toEqual(agents.map(() => named));
    }
    for (const agent of agents) agent.destroy();
  });

  it('/metrics adds up both workers', async () => {
    await listenMany();
    await eventually(async () => {
      const text = await (await fetch(`${edge.opsUrl}/metrics`)).text();
      expect(text.match(/^burgee_sse_connections .*$/gm)).toEqual([`burgee_sse_connections ${STREAMS}`]);
    });
  });

  it('a ticket opens one stream, on either worker', async () => {
    const client = new TestClient(edge.url);
    const { body } = await client.post('/api/v1/stream/ticket', undefined, {
      'x-sdk-key': project.development.sdk_key,
    });
    const open = async () => {
      const path = `/api/v1/stream?ticket=${body.ticket}`;
      const stream = await client.stream(path).catch((error: unknown) => String(error).slice(-'answered 401'.length));
      return typeof stream === 'string' ? stream : keep(stream).response.statusCode;
    };
    const opened = await Promise.all(Array.from({ length: STREAMS }, open));
    expect(opened.toSorted()).toEqual([200, ...Array.from({ length: STREAMS - 1 }, () => 'answered 401')]);
  });

  it('a dead worker is replaced: its streams resume, and the other worker’s go on', async () => {
    const before = await listenMany();
    const first = await flip();
    for (const stream of before) await stream.until(({ id }) => id === first);
    const [victim, other] = (await processesWith(STREAMS)) as [Serving, Serving];
    process.kill(victim.pid, 'SIGKILL');
    await eventually(() => expect(before.filter(({ ended }) => ended)).toHaveLength(victim.streams));
    const missed = await flip();
    const replaced = await eventually(async () => {
      const now = await processes();
      expect(now).toHaveLength(2);
      return now.map(({ pid }) => pid);
    });
    expect([replaced.includes(other.pid), replaced.includes(victim.pid)]).toEqual([true, false]);
    const back = await listenMany({ 'last-event-id': first });
    for (const stream of [...back, ...before.filter(({ ended }) => !ended)]) {
      await stream.until(({ id }) => id === missed);
      expect(stream.events.map(({ event }) => event)).not.toContain('snapshot');
    }
    expect(new Set((await processes()).map(({ streams }) => streams > 0))).toEqual(new Set([true]));
  });

  it('a hanging worker is replaced, even without requests', async () => {
    const [victim] = (await processes()) as [Serving];
    process.kill(victim.pid, 'SIGSTOP');
    await eventually(async () => {
      const now = (await processes()).map(({ pid }) => pid);
      expect(now).toHaveLength(2);
      expect(now).not.toContain(victim.pid);
    }, 40_000);
  });
});
