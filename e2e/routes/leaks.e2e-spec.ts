import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  aFlag,
  aMember,
  anInvitation,
  aProject,
  aUser,
  eventually,
  type Project,
  unique,
  TestClient,
  sharedCluster,
} from '@burgee/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from '@nats-io/transport-node';
import { dumpEverything } from '../security/database.js';
import { expectProblem } from '../expect-problem.js';

const { url, services, dataDir, natsUrls, secrets } = sharedCluster();

/** In every spelling a careless line could give it. */
const spellings = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('base64url'),
  Buffer.from(secret).toString('hex'),
  createHash('sha1').update(secret).digest('hex'),
  createHash('md5').update(secret).digest('hex'),
];

interface Secret {
  name: string;
  value: string;
}

const found = (text: string, list: Secret[]) =>
  list.filter(({ value }) => spellings(value).some((one) => text.includes(one))).map(({ name }) => name);

function assertHeard(messages: string[], subject: string): void {
  if (!messages.some((message) => message.startsWith(subject))) throw new Error(`nothing on ${subject}`);
}

function logs(): string {
  const folder = join(dataDir, 'logs');
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
}

describe('secrets', () => {
  let project: Project;
  let canaries: Secret[];
  let heard: string;
  let dump: string;

  /** Takes secrets through everything that handles one, the right way and the wrong way. */
  beforeAll(async () => {
    const { username, password: natsPassword } = new URL(natsUrls['sdk-gateway']!);
    const nats = await connect({ servers: new URL(natsUrls['sdk-gateway']!).host, user: username, pass: natsPassword });
    const messages: string[] = [];
    for (const subject of ['flag.updated.*', 'flag.deleted.*', 'sdk-key.changed.*'])
      nats.subscribe(subject, { callback: (_, message) => void messages.push(message.subject + message.string()) });
    await nats.flush();

    const password = `canary ${randomBytes(12).toString('hex')}`;
    const changed = `changed ${randomBytes(12).toString('hex')}`;
    const wrong = `wrong ${randomBytes(12).toString('hex')}`;
    const inBrokenJson = `broken ${randomBytes(12).toString('hex')}`;
    const email = `${unique('canary')}@example.com`;
    const client = new TestClient(url);
    await client.post('/api/auth/register', { name: 'Canary', email, password, confirmPassword: password });
    await client.post('/api/auth/register', { name: 'Canary', email, password, confirmPassword: wrong });
    await client.post('/api/auth/login', { email, password: wrong });
    await client.post('/api/auth/login', { email, password: { wrong } });
    await client.post('/api/auth/login', { email, password, [wrong]: 1 });
    await client.call('POST', '/api/auth/login', {
      raw: `{"password":"${inBrokenJson}"`,
      headers: { 'content-type': 'application/json' },
    });
    const { body: me } = await client.get('/api/auth/me');
    const first = client.cookies.get('token')!;
    project = await aProject(url, {}, { client, id: me.id, name: 'Canary', email });
    await aMember(url, project, 'editor');
    const { token: invitation } = await anInvitation(project, 'viewer');
    await new TestClient(url).post('/api/invitations/look-up', { token: invitation });
    const flag = await aFlag(project);
    await client.patch(`/api/flags/${flag.id}/environments/${project.production.id}/toggle`, { is_enabled: true });
    const { sdk_key: key } = project.production;
    await new TestClient(url).get('/api/v1/flags', { 'x-sdk-key': key });
    await new TestClient(url).get(`/api/v1/flags?sdk_key=${key}`);
    await new TestClient(url).get(`/api/v1/flags?x=1`, { 'x-sdk-key': `${key}x` });
    const ticket = (await new TestClient(url).post('/api/v1/stream/ticket', undefined, { 'x-sdk-key': key })).body
      .ticket;
    (await new TestClient(url).stream(`/api/v1/stream?ticket=${ticket}`)).close();
    const [byOfrep, byBearer] = [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }];
    const decided = await new TestClient(url).post('/ofrep/v1/evaluate/flags', { context: {} }, byBearer);
    const events = decided.body.eventStreams[0].endpoint.requestUri as string;
    (await new TestClient(url).stream(events)).close();
    await new TestClient(url).get(`${events}x`);
    await new TestClient(url).post(`/ofrep/v1/evaluate/flags?token=${key}`, {}, byOfrep);
    await new TestClient(url).post('/ofrep/v1/none', {}, { ...byOfrep, authorization: `Bearer ${key}x` });
    for (const path of ['client/features', 'client/none', 'frontend?userId=1'])
      await new TestClient(url).get(`/unleash/api/${path}`, { authorization: key });
    await new TestClient(url).get('/unleash/api/client/features', { authorization: `${key}x` });
    await new TestClient(url).post('/unleash/api/client/metrics', { appName: 'a' }, { authorization: key });
    const eventToken = events.split('=')[1];
    const rotated = await client.post(
      `/api/projects/${project.id}/environments/${project.production.id}/rotate-sdk-key`,
      { grace_seconds: 60 },
    );
    const clientKey = project.production.client_key;
    await new TestClient(url).get('/api/v1/flags', { 'x-sdk-key': clientKey });
    await new TestClient(url).get(`/api/v1/stream?ticket=${clientKey}`);
    await new TestClient(url).post('/api/v1/stream/ticket', undefined, { 'x-sdk-key': clientKey });
    const rotatedClientKey = await client.post(
      `/api/projects/${project.id}/environments/${project.production.id}/rotate-client-key`,
      { grace_seconds: 60 },
    );
    const webhooks = `/api/projects/${project.id}/webhooks`;
    const webhook = await client.post(webhooks, {
      name: 'CI',
      url: 'http://127.0.0.1:9/',
      actions: ['project_delete'],
    });
    await client.post(`${webhooks}/${webhook.body.id}/test`);
    const rotatedSecret = await client.post(`${webhooks}/${webhook.body.id}/rotate-secret`);
    const links = `/api/projects/${project.id}/environments/${project.production.id}/switch-off-links`;
    const link = await client.post(links, { name: 'Errors', flag_id: flag.id });
    await new TestClient(url).post(link.body.path, { status: 'firing' });
    await client.post('/api/auth/password', { current_password: password, new_password: changed });
    await client.post('/api/auth/login', { email, password: changed });
    const device = client.cookies.get('burgee_device')!;
    const second = client.cookies.get('token')!;
    const sidOf = (token: string) =>
      JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sid as string;
    canaries = [
      ...Object.entries({
        password,
        changed,
        wrong,
        inBrokenJson,
        key,
        ticket,
        eventToken,
        device,
        first,
        second,
        invitation,
      }).map(([name, value]) => ({ name, value: value as string })),
      { name: 'rotated key', value: rotated.body.sdk_key },
      { name: 'client key', value: clientKey },
      { name: 'webhook secret', value: webhook.body.secret },
      { name: 'switch-off link', value: link.body.path.split('/').at(-1) },
      { name: 'rotated webhook secret', value: rotatedSecret.body.secret },
      { name: 'rotated client key', value: rotatedClientKey.body.client_key },
      { name: 'other key', value: project.development.sdk_key },
      ...[first, second].map((token, i) => ({ name: `session ${i + 1}`, value: sidOf(token) })),
      ...[first, second].map((token, i) => ({ name: `signature ${i + 1}`, value: token.split('.')[2]! })),
    ];
    await client.delete(`/api/flags/${flag.id}`);
    await eventually(() => assertHeard(messages, `flag.deleted.${project.production.id}`));
    await eventually(() => assertHeard(messages, `sdk-key.changed.${project.production.id}`));
    await nats.close();
    heard = messages.join('\n');
    await eventually(async () => {
      const { text } = await client.get(`/api/projects/${project.id}/audit`);
      if (!text.includes('client_key_rotate')) throw new Error('audit has no entry of the last rotation yet');
    });
    dump = await dumpEverything();
  });

  it('S5 S24 are nowhere in the database: no password, no session, no token, no SDK key', async () => {
    expect(dump).toContain(project.id);
    expect(dump).toContain('client_key_rotate');
    expect(found(dump, canaries)).toEqual([]);
    const own = Object.entries(secrets).filter(([name]) => name !== 'engines' && name !== 'SESSION_PUBLIC_KEY');
    expect(
      found(
        dump,
        own.map(([name, value]) => ({ name, value: value as string })),
      ),
    ).toEqual([]);
  });

  it('S5 a session holds 256 random bits, no two alike, kept as their SHA-256', async () => {
    const secretsOfSessions = canaries.filter(({ name }) => name.startsWith('session')).map(({ value }) => value);
    for (const secret of secretsOfSessions) {
      expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
      expect(dump).toContain(createHash('sha256').update(secret).digest('hex'));
    }
    expect(new Set(secretsOfSessions).size).toBe(secretsOfSessions.length);
  });

  it('S24 the database stores a key as its SHA-256, and sealed differently each time', async () => {
    const keys = canaries.filter(({ name }) => name.endsWith('key'));
    expect(keys).toHaveLength(5);
    for (const { value } of keys) expect(dump).toContain(createHash('sha256').update(value).digest('hex'));
  });

  it('S26 are in no log line of any service or engine', async () => {
    const last = unique('last-line');
    await new TestClient(url).get('/api/auth/me', { 'x-request-id': last });
    await eventually(() => expect(logs()).toContain(last));
    expect(found(logs(), canaries)).toEqual([]);
    const own = Object.entries({ ...secrets, ...secrets.engines }).filter(([, value]) => typeof value === 'string');
    const kept = own.filter(([name]) => name !== 'SESSION_PUBLIC_KEY');
    expect(
      found(
        logs(),
        kept.map(([name, value]) => ({ name, value: value as string })),
      ),
    ).toEqual([]);
  });

  it('S26 are in no message on NATS, and in no audit entry that can be read', async () => {
    expect(found(heard, canaries)).toEqual([]);
    const { text } = await project.owner.client.get(`/api/projects/${project.id}/audit`);
    expect(text).toContain('sdk_key_rotate');
    expect(found(text, canaries)).toEqual([]);
  });

  it('S42 are in no refusal: an error does not repeat the input', async () => {
    const canary = `canary${randomBytes(12).toString('hex')}`;
    const { client } = await aUser(url);
    const answers = [
      await client.post('/api/auth/login', { email: `${canary}@example.com`, password: canary }),
      await client.post('/api/auth/register', { name: canary, email: 'x', password: canary, confirmPassword: 'x' }),
      await client.post('/api/auth/password', { current_password: canary, new_password: `${canary}2` }),
      await client.get('/api/v1/flags', { 'x-sdk-key': canary }),
      await client.get(`/api/v1/stream?ticket=${canary}`),
      await client.get(`/api/${canary}`),
      await client.get(`/${canary}`),
    ];
    for (const answer of answers) {
      expectProblem(answer, [400, 401, 404]);
      expect(answer.text).not.toContain(canary);
    }
  });

  it('S42 no answer names its software', async () => {
    for (const path of ['/', '/livez', '/openapi.json', '/api/auth/me', '/api/v1/flags', '/nowhere']) {
      const { headers } = await new TestClient(url).get(path);
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('server');
      expect(JSON.stringify(headers)).not.toMatch(/fastify|nestjs|node\.?js|express/i);
    }
  });
});

describe('internal data', () => {
  const INTERNAL = ['/metrics', '/status', '/routes'];
  const TRICKS = ['', '/', '?x', ';x', '%20', '/..', '//'];

  it.each(Object.keys(services))('S51 /metrics, /status and /routes are not on the port of %s', async (name) => {
    // All services parse addresses with the same code.
    const tricks = name === 'api-gateway' ? TRICKS : [''];
    const spellings = INTERNAL.flatMap((path) => [
      ...tricks.map((trick) => path + trick),
      `/${path}`,
      `/api${path}`,
      path.toUpperCase(),
      path.replace('/', '/%2e/'),
    ]);
    for (const address of spellings) expectProblem(await new TestClient(services[name]!.url).get(address), [400, 404]);
  });

  describe('after changes and reads of a flag', () => {
    const flagKey = unique('flag-in-metrics');
    let personal: string[];

    beforeAll(async () => {
      const project = await aProject(url);
      const flag = await aFlag(project, { key: flagKey, name: flagKey });
      await project.owner.client.get(`/api/flags/${flag.id}/environments`);
      for (const address of [url, services['sdk-gateway-1']!.url])
        await new TestClient(address).get('/api/v1/flags', { 'x-sdk-key': project.production.sdk_key });
      const { owner, production } = project;
      personal = [flagKey, flag.id, project.id, production.id, production.sdk_key, owner.email, owner.id];
    });

    it.each(Object.keys(services))(
      'S51 the internal port of %s tells of no flag, no person and no key',
      async (name) => {
        for (const path of INTERNAL) {
          const answer = await new TestClient(services[name]!.opsUrl).get(path);
          expect(answer.status).toBe(200);
          for (const text of [...personal, ...Object.values(secrets.engines)]) expect(answer.text).not.toContain(text);
        }
      },
    );
  });

  it.each(Object.keys(services))('S51 the internal port of %s answers GET and nothing else', async (name) => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect((await new TestClient(services[name]!.opsUrl).call(method, '/metrics')).status).toBe(404);
    for (const path of [
      '/',
      '/api/auth/me',
      '/openapi.json',
      '/__proto__',
      '/constructor',
      '/toString',
      'http://x/metrics',
    ])
      expect((await new TestClient(services[name]!.opsUrl).get(path)).status).toBe(404);
  });
});
