import { opaqueTag } from '@burgee/contracts/wire';
import {
  aFlag,
  type ServiceResponse,
  aProject,
  aUser,
  type Environment,
  type Project,
  sharedCluster,
} from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { projectAudit } from './audit-calls.js';
import { edit, toggle } from './flag-calls.js';
import { fetchFlags } from './sdk-calls.js';
import { EDITED_VALUE, TIME } from './shapes.js';

const { url } = sharedCluster();
/** Owns every project of this file. */
const account = await aUser(url);

type Past = { key: string; set_by: unknown };

const historyAt = ({ owner }: Project, { id }: Environment, at?: string): Promise<ServiceResponse> =>
  owner.client.get(`/api/environments/${id}/history${at === undefined ? '' : `?${new URLSearchParams({ at })}`}`);

const served = ({ body }: ServiceResponse) => body.flags.map(({ set_by: _by, ...flag }: Past) => flag);
const setBy = ({ body }: ServiceResponse, key: string) => body.flags.find((flag: Past) => flag.key === key)?.set_by;
/** The ETag of a read is where the environment is. */
const positionOf = (answer: ServiceResponse) => opaqueTag(String(answer.headers.etag));

describe('not shown: GET /api/environments/:id/history', () => {
  it('shows at each position what clients read there, after a change by any route', async () => {
    const project = await aProject(url, {}, account);
    const { development, production, owner } = project;
    const post = (path: string, body: object = {}) => owner.client.post(path, body);
    const [a, b, c] = [await aFlag(project, { key: 'a' }), await aFlag(project, { key: 'b' }), await aFlag(project)];
    const seen: { environment: Environment; at: string; time: string; body: unknown }[] = [];
    const look = async (...environments: Environment[]) => {
      for (const environment of environments) {
        const read = await fetchFlags(environment);
        seen.push({ environment, at: positionOf(read), time: new Date().toISOString(), body: read.body });
      }
    };
    await look(development, production);
    const staging = (await post(`/api/projects/${project.id}/environments`, { name: 'Staging' })).body as Environment;
    await look(staging);
    const steps: (() => Promise<ServiceResponse>)[] = [
      () => toggle(owner, a, production, true),
      () => edit(owner, b, production, EDITED_VALUE),
      () => owner.client.patch(`/api/flags/${a.id}`, { name: 'Renamed' }),
      () =>
        post(`/api/environments/${production.id}/changes`, {
          changes: [a, b, c].map(({ id }) => ({ flag_id: id, patch: { rollout_percentage: 30 } })),
        }),
      () => post(`/api/projects/${project.id}/promote`, { from: production.id, to: development.id }),
      () => post(`/api/flags/${b.id}/archive`),
      () => toggle(owner, a, staging, true),
      () => post(`/api/flags/${b.id}/unarchive`),
      () => post(`/api/projects/${project.id}/flags/changes`, { action: 'archive', flag_ids: [a.id, c.id] }),
      () => owner.client.delete(`/api/flags/${c.id}`),
      () => post(`/api/projects/${project.id}/flags`, { key: 'new' }),
    ];
    for (const step of steps) {
      expect((await step()).status).toBeLessThan(300);
      await look(development, production, staging);
    }
    for (const { environment, at, time, body } of seen) {
      const past = await historyAt(project, environment, at);
      expect([past.status, past.body.position, served(past)]).toEqual([200, at, body]);
      expect((await historyAt(project, environment, time)).body.position).toBe(at);
    }
  });

  it('names the author and the audit entry of a flag’s last change; none in new environments', async () => {
    const project = await aProject(url, {}, account);
    const flag = await aFlag(project, { key: 'a' });
    await toggle(project.owner, flag, project.production, true);
    const [created] = await projectAudit(project, { action: 'flag_create' }, 1);
    const [toggled] = await projectAudit(project, { action: 'flag_toggle' }, 1);
    const by = { user_id: created.user_id, user_name: created.user_name, changed_at: TIME };
    const { body: staging } = await project.owner.client.post(`/api/projects/${project.id}/environments`, {
      name: 'S',
    });
    const sets = [project.development, project.production, staging].map((one) => historyAt(project, one));
    expect((await Promise.all(sets)).map((past) => setBy(past, 'a'))).toEqual([
      { revision: 1, entry_id: created.id, ...by },
      { revision: 2, entry_id: toggled.id, ...by },
      null,
    ]);
  });

  it('410 for a time before the environment; 409 for a position that it never had; 400 without either', async () => {
    const project = await aProject(url, {}, account);
    const [epoch] = (await historyAt(project, project.production)).body.position.split('-');
    const ask = (at: string) => historyAt(project, project.production, at);
    expectProblem(await ask('2020-01-01T00:00:00Z'), 410, 'history_gone');
    for (const at of [`${epoch}-7`, 'abc-0']) expectProblem(await ask(at), 409, 'position_unknown');
    for (const at of ['yesterday', '2999-01-01']) expectProblem(await ask(at), 400, 'invalid_request', ['/at']);
    const stranger = await aUser(url);
    expectProblem(await historyAt({ ...project, owner: stranger }, project.production), 404, 'not_found');
  });
});
