import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  addMember,
  aFlag,
  type ServiceResponse,
  aProject,
  aUser,
  eventually,
  type Flag,
  type Project,
  queryDatabase,
  sharedCluster,
  unique,
  WebhookReceiver,
} from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { expectProblem } from '../../expect-problem.js';

const { url, dataDir } = sharedCluster();

let receiver: WebhookReceiver;
let project: Project;
let flag: Flag;

beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  project = await aProject(url);
  flag = await aFlag(project);
});
/** Each test has the project's webhooks for itself. */
afterEach(async () => {
  receiver.status = 204;
  receiver.silentPath = undefined;
  for (const { id } of (await project.owner.client.get(webhooks())).body)
    await project.owner.client.delete(`${webhooks()}/${id}`);
});
afterAll(() => receiver?.stop());

const webhooks = (of = project) => `/api/projects/${of.id}/webhooks`;

interface Made {
  id: string;
  path: string;
  secret: string;
}

/** A webhook to a path of its own. */
async function aWebhook(request: object = {}, of = project): Promise<Made> {
  const path = `/${unique('hook')}`;
  const answer = await of.owner.client.post(webhooks(of), { name: 'CI', url: receiver.url + path, ...request });
  expect(answer.status).toBe(201);
  return { id: answer.body.id, path, secret: answer.body.secret };
}

/** Switches the flag to what it is not. */
async function toggle(environment = project.production): Promise<ServiceResponse> {
  const path = `/api/flags/${flag.id}/environments/${environment.id}`;
  const { body } = await project.owner.client.get(`/api/flags/${flag.id}`);
  const value = body.environments.find((one: { environment_id: string }) => one.environment_id === environment.id);
  const answer = await project.owner.client.patch(`${path}/toggle`, { is_enabled: !value.is_enabled });
  expect(answer.status).toBe(200);
  return answer;
}

const received = (webhook: Made, count: number) =>
  eventually(() => {
    const all = receiver.at(webhook.path);
    expect(all.length).toBeGreaterThanOrEqual(count);
    return all;
  });

const deliveries = async (webhook: Made, of = project) =>
  (await of.owner.client.get(`${webhooks(of)}/${webhook.id}/deliveries`)).body as {
    id: string;
    type: string;
    state: string;
    attempts: number;
    status: number | null;
    error: string | null;
    next_attempt_at: string | null;
  }[];

/** Audit has every change of the project, so that there is no delivery to come. */
const allConsumed = () =>
  eventually(async () =>
    expect(
      await queryDatabase('select from flags.outbox where payload ->> $1 = $2', ['project_id', project.id]),
    ).toEqual([]),
  );

describe('a webhook', () => {
  it('receives a change by Standard Webhooks, with the id of its entry in the history', async () => {
    const webhook = await aWebhook({ actions: ['flag_toggle'] });
    await toggle();
    const [message] = await received(webhook, 1);
    const body = new Webhook(webhook.secret).verify(message!.body, message!.headers) as {
      type: string;
      data: Record<string, unknown>;
    };
    expect(body).toMatchObject({
      type: 'flag_toggle',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        id: message!.id,
        project_id: project.id,
        flag: { id: flag.id, key: flag.key },
        environment: { id: project.production.id, name: 'Production' },
        user: { id: project.owner.id },
        new_values: { is_enabled: expect.any(Boolean) },
        position: { revision: expect.any(Number) },
      },
    });
    const { body: entries } = await project.owner.client.get(`/api/projects/${project.id}/audit?limit=1`);
    expect(entries[0]).toMatchObject({ id: message!.id, action: 'flag_toggle' });
    await eventually(async () =>
      expect(await deliveries(webhook)).toEqual([
        expect.objectContaining({ id: message!.id, state: 'delivered', attempts: 1, status: 204, error: null }),
      ]),
    );
  });

  it('shows its secret once, and nothing else does', async () => {
    const webhook = await aWebhook();
    expect(webhook.secret).toMatch(/^whsec_/);
    const { text } = await project.owner.client.get(webhooks());
    expect(text).toContain(webhook.id);
    expect(text).not.toContain('whsec_');
    const stored = await queryDatabase<{ row: string }>(
      `select w::text || encode(secret, 'escape') as row from flags.webhooks w where id = $1`,
      [webhook.id],
    );
    expect(stored[0]!.row).not.toContain(webhook.secret.slice(6));
    await eventually(async () => {
      const history = await project.owner.client.get(`/api/projects/${project.id}/audit`);
      expect(history.text).toContain('webhook_create');
      expect(history.text).not.toContain('whsec_');
      // Its address may hold a secret, too.
      expect(history.text).not.toContain(webhook.path);
      expect(history.text).toContain(new URL(receiver.url).host);
    });
    const log = readFileSync(join(dataDir, 'logs', 'flags-admin.log'), 'utf8');
    expect(log).toContain('sent a webhook delivery');
    for (const secret of [webhook.secret, webhook.path]) expect(log).not.toContain(secret);
  });

  it('receives only what its environments and actions select, and changes of whole flags', async () => {
    const webhook = await aWebhook({
      environment_ids: [project.production.id],
      actions: ['flag_toggle', 'flag_rename'],
    });
    await toggle(project.development);
    await toggle(project.production);
    await project.owner.client.patch(`/api/flags/${flag.id}`, { name: unique('name') });
    await project.owner.client.patch(`/api/projects/${project.id}`, { description: unique('text') });
    const messages = (await received(webhook, 2)).map(({ body }) => JSON.parse(body));
    await allConsumed();
    const seen = messages.map(({ type, data }) => [type, data.environment?.id ?? null]);
    expect(seen.toSorted()).toEqual([
      ['flag_rename', null],
      ['flag_toggle', project.production.id],
    ]);
    expect(await deliveries(webhook)).toHaveLength(2);
  });

  it('receives the values of what is large no more, and says so', async () => {
    const webhook = await aWebhook({ actions: ['flag_update'] });
    const other = await aFlag(project);
    const path = `/api/flags/${other.id}/environments/${project.production.id}`;
    const rule = { targeting_attribute: 'a', targeting_value: 'v'.repeat(10_000) };
    for (const value of ['v', 'w'])
      expect((await project.owner.client.patch(path, { ...rule, targeting_value: value.repeat(10_000) })).status).toBe(
        200,
      );
    const bodies = (await received(webhook, 2)).map(({ body }) => body);
    const large = bodies.find((body) => body.includes('values_omitted'))!;
    expect(large.length).toBeLessThan(2_000);
    expect(JSON.parse(large).data).toMatchObject({ old_values: null, new_values: null, values_omitted: true });
  });

  it('is signed by both secrets during the grace of a rotation, and by the new one alone without', async () => {
    const webhook = await aWebhook({ actions: ['flag_toggle'] });
    const rotate = async (body?: object) =>
      (await project.owner.client.post(`${webhooks()}/${webhook.id}/rotate-secret`, body)).body;
    const second = await rotate();
    expect(Date.parse(second.previous_secret_expires_at) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    await toggle();
    const [during] = await received(webhook, 1);
    for (const secret of [webhook.secret, second.secret])
      expect(() => new Webhook(secret).verify(during!.body, during!.headers)).not.toThrow();
    expect(during!.headers['webhook-signature']!.split(' ')).toHaveLength(2);
    const third = await rotate({ grace_seconds: 0 });
    expect(third.previous_secret_expires_at).toBeNull();
    await toggle();
    const after = (await received(webhook, 2))[1]!;
    expect(() => new Webhook(third.secret).verify(after.body, after.headers)).not.toThrow();
    for (const secret of [webhook.secret, second.secret])
      expect(() => new Webhook(secret).verify(after.body, after.headers)).toThrow('No matching signature');
  });

  it('sends a line of text to Slack', async () => {
    const webhook = await aWebhook({ format: 'slack', actions: ['flag_toggle'] });
    await toggle();
    const [message] = await received(webhook, 1);
    expect(JSON.parse(message!.body)).toMatchObject({
      text: expect.stringMatching(new RegExp(`: flag toggle (on|off) · ${flag.key} · Production$`)),
    });
  });

  it('sends a test at once, once, and says what came of it', async () => {
    const webhook = await aWebhook({ actions: ['project_delete'] });
    const test = await project.owner.client.post(`${webhooks()}/${webhook.id}/test`);
    expect(test).toMatchObject({ status: 201, body: { type: 'webhook_test', state: 'waiting', attempts: 0 } });
    const [message] = await received(webhook, 1);
    expect(message!.id).toBe(test.body.id);
    expect(JSON.parse(message!.body).type).toBe('webhook_test');
    receiver.status = 500;
    const failing = await project.owner.client.post(`${webhooks()}/${webhook.id}/test`);
    await eventually(async () =>
      expect((await deliveries(webhook)).find(({ id }) => id === failing.body.id)).toMatchObject({
        state: 'failed',
        attempts: 1,
        status: 500,
        error: 'answered 500',
        next_attempt_at: null,
      }),
    );
    receiver.status = 204;
  });

  it('is tried again when it fails, and by hand, with the same webhook-id and the same body', async () => {
    const webhook = await aWebhook({ actions: ['flag_toggle'] });
    receiver.status = 503;
    await toggle();
    await eventually(async () =>
      expect(await deliveries(webhook)).toEqual([
        expect.objectContaining({ state: 'waiting', attempts: 1, status: 503, next_attempt_at: expect.any(String) }),
      ]),
    );
    const { body: listed } = await project.owner.client.get(webhooks());
    expect(listed).toEqual([expect.objectContaining({ id: webhook.id, failing_since: expect.any(String) })]);
    receiver.status = 204;
    const [first, second] = await received(webhook, 2);
    expect(second).toMatchObject({ id: first!.id, body: first!.body });
    await eventually(async () => expect((await deliveries(webhook))[0]).toMatchObject({ state: 'delivered' }));
    const again = await project.owner.client.post(`${webhooks()}/${webhook.id}/deliveries/${first!.id}/redeliver`);
    expect(again).toMatchObject({ status: 200, body: { id: first!.id, state: 'waiting' } });
    expect((await received(webhook, 3))[2]).toMatchObject({ id: first!.id, body: first!.body });
    const { body: healthy } = await project.owner.client.get(webhooks());
    expect(healthy).toEqual([expect.objectContaining({ failing_since: null, is_enabled: true })]);
  });

  it('that answers 410 is disabled with its reason, in the history too, until a member enables it', async () => {
    const webhook = await aWebhook({ actions: ['flag_toggle'] });
    receiver.status = 410;
    await toggle();
    const shown = async () => (await project.owner.client.get(webhooks())).body[0];
    await eventually(async () =>
      expect(await shown()).toMatchObject({
        is_enabled: false,
        disabled_reason: 'gone',
        disabled_at: expect.any(String),
      }),
    );
    receiver.status = 204;
    await eventually(async () => {
      const { body } = await project.owner.client.get(`/api/projects/${project.id}/audit?action=webhook_disable`);
      expect(body).toEqual([
        expect.objectContaining({ user_name: 'Burgee', new_values: { name: 'CI', reason: 'gone' } }),
      ]);
    });
    await toggle();
    await allConsumed();
    expectProblem(await project.owner.client.post(`${webhooks()}/${webhook.id}/test`), 409, 'webhook_disabled');
    const enabled = await project.owner.client.patch(`${webhooks()}/${webhook.id}`, { is_enabled: true });
    expect(enabled.body).toMatchObject({ is_enabled: true, disabled_reason: null, failing_since: null });
    await toggle();
    await received(webhook, 2);
    expect(await deliveries(webhook)).toHaveLength(2);
  });

  it('F60: that has failed for days is disabled by its next failure', async () => {
    const webhook = await aWebhook({ actions: ['flag_toggle'] });
    await queryDatabase(`update flags.webhooks set failing_since = now() - interval '73 hours' where id = $1`, [
      webhook.id,
    ]);
    receiver.status = 500;
    await toggle();
    await eventually(async () =>
      expect((await project.owner.client.get(webhooks())).body[0]).toMatchObject({ disabled_reason: 'failing' }),
    );
    receiver.status = 204;
  });

  it('that does not answer delays no other, not even of the same project', async () => {
    const silent = await aWebhook({ url: `${receiver.url}/silent`, actions: ['flag_toggle'] });
    receiver.silentPath = '/silent';
    const webhook = await aWebhook({ actions: ['flag_toggle'] });
    for (let n = 0; n < 6; n++) await toggle();
    await received(webhook, 6);
    // Its first attempts still wait for their answers.
    const states = (await deliveries(silent)).map(({ state }) => state);
    expect(states).toEqual(Array.from({ length: 6 }, () => 'waiting'));
  });

  it('goes with its project', async () => {
    const other = await aProject(url);
    const webhook = await aWebhook({}, other);
    await other.owner.client.post(`${webhooks(other)}/${webhook.id}/test`);
    await received(webhook, 1);
    expect((await other.owner.client.delete(`/api/projects/${other.id}`)).status).toBe(200);
    const left = await queryDatabase(
      `select webhook_id from flags.webhook_deliveries where webhook_id = $1
       union all select id from flags.webhooks where id = $1`,
      [webhook.id],
    );
    expect(left).toEqual([]);
  });
});

describe('who manages webhooks', () => {
  it('are admins: others of the project are refused, also to read, because an address may hold a secret', async () => {
    const editor = await aUser(url);
    await addMember(project, editor, 'editor');
    expectProblem(await editor.client.get(webhooks()), 403, 'role_too_low');
    expectProblem(await editor.client.post(webhooks(), { name: 'x', url: 'https://x.example' }), 403, 'role_too_low');
  });

  it('see what is wrong with an address, or a filter', async () => {
    const { client } = project.owner;
    const other = await aProject(url);
    const create = (request: object) => client.post(webhooks(), { name: 'x', url: 'https://x.example', ...request });
    for (const bad of ['x', 'ftp://x.example', 'https://u:p@x.example', `https://x.example/${'a'.repeat(2_048)}`]) {
      expectProblem(await create({ url: bad }), 400, 'invalid_request', ['/url']);
    }
    const foreign = await create({ environment_ids: [project.production.id, other.production.id] });
    expectProblem(foreign, 400, 'invalid_request', ['/environment_ids/1']);
    expect(foreign.body.errors).toEqual([
      { pointer: '/environment_ids/1', detail: 'is not an environment of this project' },
    ]);
    expectProblem(await create({ actions: ['flag_toggle', 'sign_in'] }), 400, 'invalid_request', ['/actions']);
    expect((await client.get(webhooks())).body).toEqual([]);
  });

  it('make no more than a project may have', async () => {
    const { client } = project.owner;
    const create = () => client.post(webhooks(), { name: 'x', url: 'https://x.example', actions: ['project_delete'] });
    const answers = await Promise.all(Array.from({ length: 12 }, create));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array<number>(10).fill(201), 409, 409]);
    expectProblem(await create(), 409, 'quota_exceeded');
  });

  it('read the log of deliveries in pages', async () => {
    const webhook = await aWebhook({ actions: ['project_delete'] });
    const ids: string[] = [];
    for (let n = 0; n < 5; n++)
      ids.unshift((await project.owner.client.post(`${webhooks()}/${webhook.id}/test`)).body.id);
    const seen: string[] = [];
    let next: string | undefined = `${webhooks()}/${webhook.id}/deliveries?limit=2`;
    while (next !== undefined) {
      const { body, headers }: ServiceResponse = await project.owner.client.get(next);
      seen.push(...body.map(({ id }: { id: string }) => id));
      next = /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1];
    }
    expect(seen).toEqual(ids);
  });

  it('leave the history what they changed, and nothing where they changed nothing', async () => {
    const webhook = await aWebhook({ actions: ['project_delete'] });
    const path = `${webhooks()}/${webhook.id}`;
    await project.owner.client.patch(path, { name: 'CI' });
    await project.owner.client.patch(path, { name: 'Deploys', is_enabled: false });
    await project.owner.client.patch(path, { url: `${receiver.url}/other` });
    await eventually(async () => {
      const { body } = await project.owner.client.get(
        `/api/projects/${project.id}/audit?action=webhook_update&limit=2`,
      );
      expect(body.map(({ old_values, new_values }: Record<string, object>) => [old_values, new_values])).toEqual([
        [{ name: 'Deploys' }, { name: 'Deploys', address_changed: true }],
        [
          { name: 'CI', is_enabled: true },
          { name: 'Deploys', is_enabled: false },
        ],
      ]);
    });
  });
});
