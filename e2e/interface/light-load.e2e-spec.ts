import { get, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { aFlag, aProject, type Project, sharedCluster, type StreamReader } from '@burgee/testing';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { nextPage } from './paging.js';
import { aTeamsProject, ENVIRONMENTS, FLAGS } from './teams-project.js';

const { url } = sharedCluster();
const AT_MOST_BYTES = 120_000;
const open: StreamReader[] = [];

afterEach(() => {
  for (const reader of open.splice(0)) reader.close();
});

interface Received {
  headers: IncomingHttpHeaders;
  /** As they came over the wire. */
  bytes: Buffer;
  text: string;
}

let project: Project;
beforeAll(async () => {
  project = await aTeamsProject();
});

async function receive(path: string, acceptEncoding = 'gzip'): Promise<Received> {
  const headers = { cookie: `token=${project.owner.client.cookies.get('token')}`, 'accept-encoding': acceptEncoding };
  return new Promise((resolve, reject) => {
    get(new URL(path, url), { headers }, (response) => {
      buffer(response).then((bytes) => {
        const isGzip = response.headers['content-encoding'] === 'gzip';
        resolve({ headers: response.headers, bytes, text: String(isGzip ? gunzipSync(bytes) : bytes) });
      }, reject);
    }).on('error', reject);
  });
}

async function receiveAll(path: string): Promise<Received[]> {
  const pages: Received[] = [];
  for (let next: string | undefined = path; next;) {
    const page: Received = await receive(next);
    pages.push(page);
    next = nextPage(page as never);
  }
  return pages;
}

const size = (answers: readonly Received[]) => answers.reduce((sum, { bytes }) => sum + bytes.length, 0);

describe('what a table of 300 flags in 6 environments loads', () => {
  it(`is one page of flags, and less than ${AT_MOST_BYTES / 1_000} kB over the wire`, async () => {
    const { id } = project;
    const flags = await receiveAll(`/api/projects/${id}/flags?fields=summary&limit=1000`);
    expect(flags).toHaveLength(1);
    const rows = flags.flatMap(({ text }) => JSON.parse(text));
    expect(rows).toHaveLength(FLAGS);
    expect(rows[0].environments).toHaveLength(ENVIRONMENTS);
    const others = ['/api/auth/me', '/api/projects', `/api/projects/${id}`, `/api/projects/${id}/environments`];
    const answers = await Promise.all(others.map((path) => receive(path)));
    expect(size([...flags, ...answers])).toBeLessThan(AT_MOST_BYTES);
  });

  it('summary: what the table shows, and no text of a rule; without it, the list keeps its shape', async () => {
    const path = `/api/projects/${project.id}/flags?limit=1`;
    const [row] = JSON.parse((await receive(`${path}&fields=summary`)).text);
    const [whole] = JSON.parse((await receive(path)).text);
    const { id, key, name, type, tags, owner_id, owner_name, kind, ends_on, created_at, archived_at } = whole;
    expect(row).toEqual({
      id,
      key,
      name,
      type,
      tags,
      owner_id,
      owner_name,
      kind,
      ends_on,
      created_at,
      archived_at,
      environments: whole.environments.map((value: Record<string, unknown>) => ({
        environment_id: value.environment_id,
        is_enabled: value.is_enabled,
        rollout_percentage: value.rollout_percentage,
        has_rule: true,
        has_value: value.targeting_return_value !== null,
        unconditional_value: null,
        updated_at: value.updated_at,
      })),
    });
  });

  it('summary: the unconditional value of a flag that is no boolean, and of a long one the first 199 characters', async () => {
    const own = await aProject(url, { environments: ['a', 'b', 'c', 'd'].map((name) => ({ name })) });
    const flag = await aFlag(own, { type: 'string' });
    const rule = { targeting_attribute: 'plan', targeting_value: 'pro' };
    const bodies = [
      { targeting_return_value: 'blue' },
      { targeting_return_value: '🚩'.repeat(200) },
      { targeting_return_value: '🚩'.repeat(201) },
      { targeting_return_value: 'blue', ...rule },
    ];
    for (const [index, body] of bodies.entries())
      await own.owner.client.patch(`/api/flags/${flag.id}/environments/${own.environments[index]?.id}`, body);
    const { body } = await own.owner.client.get(`/api/projects/${own.id}/flags?fields=summary`);
    const valueIn = (id: string | undefined) =>
      body[0].environments.find((value: Record<string, unknown>) => value.environment_id === id).unconditional_value;
    expect(own.environments.map(({ id }) => valueIn(id))).toEqual([
      'blue',
      '🚩'.repeat(200),
      `${'🚩'.repeat(199)}…`,
      null,
    ]);
  });
});

describe('answers', () => {
  it('are compressed for clients that accept gzip, and the same without', async () => {
    const path = `/api/projects/${project.id}/flags?limit=50`;
    const compressed = await receive(path);
    const plain = await receive(path, 'identity');
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(compressed.headers['content-length']).toBeUndefined();
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(compressed.text).toBe(plain.text);
    expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 4);
  });

  it('that contain keys are not, because their length would leak the keys', async () => {
    for (const path of ['', '/environments']) {
      const { headers, text } = await receive(`/api/projects/${project.id}${path}`);
      expect(text).toContain('bge_sdk_');
      expect(text.length).toBeGreaterThan(2_000);
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers['cache-control']).toBe('no-store, no-transform');
    }
  });
});

it('the stream of a project begins with the revision of each environment, and with the project', async () => {
  const reader = await project.owner.client.stream(`/api/projects/${project.id}/events`);
  open.push(reader);
  const { data } = await reader.until(({ event }) => event === 'ready');
  expect(data).toEqual({
    project_id: project.id,
    environments: project.environments.map(({ id, revision }) => ({ environment_id: id, revision })),
    project: (await project.owner.client.get(`/api/projects/${project.id}`)).body,
  });
});
