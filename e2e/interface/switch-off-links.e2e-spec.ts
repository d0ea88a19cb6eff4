import { aFlag, aProject, eventually, type Flag, type Project, sharedCluster, TestClient } from '@burgee/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { projectAudit } from './audit-calls.js';
import { toggle } from './flag-calls.js';
import { closeStreams, gateway, listen } from './sdk-calls.js';

const { url } = sharedCluster();
const FORM = 'application/x-www-form-urlencoded';

let project: Project;
let flag: Flag;
let links: string;
let path: string;
let id: string;

beforeEach(async () => {
  project = await aProject(url);
  flag = await aFlag(project);
  await toggle(project.owner, flag, project.production, true);
  links = `/api/projects/${project.id}/environments/${project.production.id}/switch-off-links`;
  ({ path, id } = (await project.owner.client.post(links, { name: 'Errors', flag_id: flag.id })).body);
});
afterEach(closeStreams);

/** Calls the link without a session. */
const call = (raw?: string, type?: string) =>
  new TestClient(url).call('POST', path, { raw, headers: type === undefined ? {} : { 'content-type': type } });

async function isOn(): Promise<boolean> {
  const { body } = await project.owner.client.get(`/api/flags/${flag.id}/environments`);
  return body.find((one: { environment_id: string }) => one.environment_id === project.production.id).is_enabled;
}

const json = (body: object) => [JSON.stringify(body), 'application/json'] as const;

describe('not shown: a switch-off link', () => {
  it('counts the clients that have the change', async () => {
    for (const name of ['sdk-gateway-1', 'sdk-gateway-2'] as const) await listen(project.production, {}, gateway(name));
    const answer = await eventually(async () => {
      const again = await call();
      expect(again.body.clients).toMatchObject({ total: 2, have_it: 2, not_yet: 0 });
      return again;
    });
    expect([answer.status, answer.body.is_resolved, answer.body.flags]).toEqual([200, false, 1]);
    expect(answer.body.message).toContain(`In Production, now off: ${flag.key}. 2 of 2 clients have it, 0 not yet`);
    expect(await isOn()).toBe(false);
    const [entry] = await projectAudit(project, { action: 'flag_switch', flag: flag.id }, 2);
    expect(entry).toMatchObject({ user_name: 'Burgee', performed_by: { kind: 'link', id }, via: 'link' });
    const [listed] = (await project.owner.client.get(links)).body;
    expect(listed).toMatchObject({ id, flag_key: flag.key, last_used_at: expect.any(String), ended_at: null });
    expect(JSON.stringify(listed)).not.toContain('bge_off_');
  });

  it.each<[string, readonly [string?, string?]]>([
    ['Alertmanager', json({ version: '4', status: 'firing', alerts: [{ status: 'firing' }] })],
    ['Grafana', json({ status: 'firing', state: 'alerting', alerts: [{ status: 'firing' }] })],
    ['Datadog', json({ event_type: 'query_alert_monitor', title: '[Triggered] Errors', id: '1' })],
    ['Datadog as a form', ['payload=%7B%7D', FORM]],
    ['PagerDuty', json({ event: { event_type: 'incident.triggered' } })],
    [
      'an alert with more values than other routes take',
      json({ alerts: Array.from({ length: 500 }, () => ({ a: 1 })) }),
    ],
    ['broken JSON', ['{', 'application/json']],
    ['a text', ['down', 'text/plain']],
  ])('switches off with the body of %s', async (_what, body) => {
    expect((await call(...body)).status).toBe(200);
    expect(await isOn()).toBe(false);
  });

  it.each<[string, readonly [string, string]]>([
    ['Alertmanager', json({ version: '4', status: 'resolved', alerts: [{ status: 'resolved' }] })],
    ['Grafana', json({ status: 'resolved', state: 'ok', alerts: [{ status: 'resolved' }] })],
    ['Datadog', json({ event_type: 'query_alert_monitor', title: '[Recovered] Errors', id: '1' })],
    ['PagerDuty', json({ event: { event_type: 'incident.resolved' } })],
  ])('changes nothing when %s says that the alert is resolved', async (_what, body) => {
    expect((await call(...body)).body).toMatchObject({ is_resolved: true, clients: null });
    expect(await isOn()).toBe(true);
  });

  it('answers 404 once it is revoked, as an unknown one does', async () => {
    expect((await project.owner.client.delete(`${links}/${id}`)).status).toBe(200);
    const unknown = await new TestClient(url).post(`/api/switch-off/bge_off_${'a'.repeat(43)}`);
    const revoked = await call();
    expectProblem(revoked, 404, 'not_found');
    expect(revoked.body.detail).toBe(unknown.body.detail);
    expect(await isOn()).toBe(true);
    expectProblem(await project.owner.client.delete(`${links}/${id}`), 404, 'not_found');
  });

  it('takes no call from a page of another site, and no compressed body', async () => {
    const other = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expectProblem(await new TestClient(url).call('POST', path, { headers: other }), 403, 'cross_site_request');
    const gzip = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
    const compressed = await new TestClient(url).call('POST', path, { raw: 'x', headers: gzip });
    expectProblem(compressed, 415, 'unsupported_media_type');
    expect(await isOn()).toBe(true);
  });
});
