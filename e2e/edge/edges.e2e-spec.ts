import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { mintSdkKey } from '@burgee/contracts/wire';
import { freePorts } from '@burgee/launcher';
import {
  aFlag,
  aProject,
  edgeProfile,
  eventually,
  FaultProxy,
  type Flag,
  type Project,
  type RunningEdge,
  sharedCluster,
  startEdge,
} from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { toggle } from '../interface/flag-calls.js';
import { closeStreams, fetchFlags, gateway, listen } from '../interface/sdk-calls.js';

const { url } = sharedCluster();
/** In this lane, what is called a gateway is an edge. */
const GATEWAY = edgeProfile()?.gateway ?? gateway('sdk-gateway-1');

let project: Project;
let flag: Flag;
let proxy: FaultProxy;
let edge: RunningEdge;
const others: RunningEdge[] = [];

/** Settings of an edge of this project. */
const settings = (upstream: string) => ({ UPSTREAM_URLS: upstream, SDK_KEYS: project.development.sdk_key });
const start = async (its: Record<string, string>) => {
  const other = await startEdge(its);
  others.push(other);
  return other;
};

beforeAll(async () => {
  project = await aProject(url);
  flag = await aFlag(project);
  proxy = await FaultProxy.to(Number(new URL(GATEWAY).port));
  edge = await startEdge(settings(`http://127.0.0.1:${proxy.port}`));
});
afterEach(async () => {
  closeStreams();
  await proxy.pass();
  await Promise.all(others.splice(0).map((other) => other.stop()));
});
afterAll(async () => {
  await edge.stop();
  await proxy.close();
});

describe('keys that callers bring', () => {
  it('serves on-demand environments with ACCEPT_KEYS=on', async () => {
    const open = await start({ UPSTREAM_URLS: GATEWAY, ACCEPT_KEYS: 'on' });
    const [here, there] = await Promise.all(
      [open.url, GATEWAY].map((base) => fetchFlags(project.production, {}, base)),
    );
    expect([here?.status, here?.text]).toEqual([200, there?.text]);
    expect((await fetchFlags({ sdk_key: mintSdkKey() }, {}, open.url)).status).toBe(401);
  });

  it('lets a rotated key die, and its streams end', async () => {
    const own = await aProject(url);
    const rotated = await start({ UPSTREAM_URLS: GATEWAY, ACCEPT_KEYS: 'on' });
    const stream = await listen(own.development, {}, rotated.url);
    const path = `/api/projects/${own.id}/environments/${own.development.id}/rotate-sdk-key`;
    const { body } = await own.owner.client.post(path);
    await eventually(async () => expect((await fetchFlags(own.development, {}, rotated.url)).status).toBe(401));
    await stream.untilEnd();
    expect((await fetchFlags(body, {}, rotated.url)).status).toBe(200);
  });
});

it('S72 after a restart, on-demand environments answer from disk, then follow; a revoked key ends', async () => {
  const own = await aProject(url);
  const settings = { UPSTREAM_URLS: GATEWAY, ACCEPT_KEYS: 'on' };
  const first = await startEdge(settings);
  for (const one of [own.production, own.development]) expect((await fetchFlags(one, {}, first.url)).status).toBe(200);
  await eventually(() => expect(readdirSync(first.dataDir)).toHaveLength(2));
  await first.process.kill();
  const path = `/api/projects/${own.id}/environments/${own.development.id}/rotate-sdk-key`;
  expect((await own.owner.client.post(path)).status).toBe(200);
  const again = await start({ ...settings, LAST_KNOWN_GOOD_DIR: first.dataDir });
  const freshness = async () => (await fetchFlags(own.production, {}, again.url)).headers['burgee-freshness'];
  expect(await freshness()).toMatch(/^stale; age=\d+$/);
  await eventually(async () => expect(await freshness()).toBeUndefined());
  await eventually(async () => expect((await fetchFlags(own.development, {}, again.url)).status).toBe(401));
  await first.stop();
});

describe('an edge that starts while its upstream is gone', () => {
  it('starts from its folder, which its owner alone reads, and has no key in it', async () => {
    const first = await startEdge(settings(`http://127.0.0.1:${proxy.port}`));
    const before = await fetchFlags(project.development, {}, first.url);
    const files = await eventually(() => {
      const found = readdirSync(first.dataDir).map((name) => join(first.dataDir, name));
      // Files that are still being written have another name.
      expect(found).toEqual([expect.stringMatching(/\.edge\.json$/)]);
      return found;
    });
    for (const file of files) {
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(readFileSync(file, 'utf8')).not.toMatch(/bge_(sdk|pub)_/);
    }
    await first.process.kill();
    await proxy.refuse();
    const again = await start({ ...settings(`http://127.0.0.1:${proxy.port}`), LAST_KNOWN_GOOD_DIR: first.dataDir });
    const after = await fetchFlags(project.development, {}, again.url);
    expect([after.status, after.text, after.headers.etag]).toEqual([200, before.text, before.headers.etag]);
    expect(after.headers['burgee-freshness']).toMatch(/^stale; age=\d+$/);
    expect((await fetchFlags({ sdk_key: mintSdkKey() }, {}, again.url)).status).toBe(503);
    await first.stop();
  });
});

describe('an edge of an edge', () => {
  it('serves the same, and learns of changes and staleness through the other', async () => {
    const second = await start(settings(edge.url));
    const stream = await listen(project.development, {}, second.url);
    await toggle(project.owner, flag, project.development, true);
    await stream.until(({ event }) => event === 'flag_updated');
    const [here, there] = await Promise.all(
      [second.url, GATEWAY].map((base) => fetchFlags(project.development, {}, base)),
    );
    expect([here?.text, here?.headers.etag]).toEqual([there?.text, there?.headers.etag]);
    const freshness = async () => (await fetchFlags(project.development, {}, second.url)).headers['burgee-freshness'];
    expect(await freshness()).toBeUndefined();
    await proxy.refuse();
    await eventually(async () => expect(await freshness()).toMatch(/^stale; age=\d+$/));
    await proxy.pass();
    await eventually(async () => expect(await freshness()).toBeUndefined());
  });
});

describe('an edge that cannot start', () => {
  it.each([
    [
      'a key that the upstream does not know',
      { UPSTREAM_URLS: GATEWAY, SDK_KEYS: mintSdkKey() },
      'refuses its SDK keys',
    ],
    ['no key', { UPSTREAM_URLS: GATEWAY }, '--key KEY'],
    ['no address', { UPSTREAM_URLS: 'flags.example.com', ACCEPT_KEYS: 'on' }, '--upstream URL'],
    [
      'something else at the address',
      { UPSTREAM_URLS: `${url}/elsewhere`, SDK_KEYS: mintSdkKey() },
      'Burgee of this version',
    ],
  ])('says why, and what to do: %s', async (_, its, what) => {
    await expect(startEdge(its)).rejects.toThrow(what);
  });
});

it.each<[string, Record<string, string>]>([
  ['with a key', { SDK_KEYS: mintSdkKey() }],
  ['with on-demand keys only, before any client sends one', { ACCEPT_KEYS: 'on' }],
])('an edge that follows itself ends, and says so: %s', async (_, keys) => {
  const [port = 0] = await freePorts(1);
  const alone = await start({ PORT: String(port), UPSTREAM_URLS: `http://127.0.0.1:${port}`, ...keys });
  await eventually(() => expect(alone.process.crash).toContain('follows itself'));
});

it.each<[string, () => Record<string, string>]>([
  ['with a key', () => ({ SDK_KEYS: project.development.sdk_key })],
  ['with on-demand keys only', () => ({ ACCEPT_KEYS: 'on' })],
])('two edges that follow each other: one ends, and says so: %s', async (_, keys) => {
  const [first = 0, second = 0] = await freePorts(2);
  const follows = (port: number, followed: number) =>
    start({ PORT: String(port), UPSTREAM_URLS: `http://127.0.0.1:${followed}`, ...keys() });
  const pair = [await follows(first, second), await follows(second, first)];
  await eventually(() => expect(pair.map(({ process }) => process.crash ?? '').join()).toContain('follows this edge'));
});

it('an edge without an upstream starts from a file of --write-snapshot', async () => {
  const before = await fetchFlags(project.development, {}, edge.url);
  const file = join(edge.dataDir, 'snapshot.file');
  await expect(startEdge({ ...settings(GATEWAY), WRITE_SNAPSHOT: file })).rejects.toThrow('1 environment, readable');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const [port = 0] = await freePorts(1);
  const offline = await start({ ...settings(`http://127.0.0.1:${port}`), SNAPSHOT: file });
  const after = await fetchFlags(project.development, {}, offline.url);
  expect([after.status, after.text, after.headers.etag]).toEqual([200, before.text, before.headers.etag]);
  expect(after.headers['burgee-freshness']).toMatch(/^stale; age=\d+$/);
});
