import { aFlag, aProject, type Flag, type Project, sharedCluster, TestClient } from '@burgee/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';

const { url } = sharedCluster();

let project: Project;
let flag: Flag;
beforeAll(async () => {
  project = await aProject(url);
  flag = await aFlag(project);
});

const valuePath = () => `/api/flags/${flag.id}/environments/${project.development.id}`;

/** A call by a token of the project with these limits. */
async function edit(limits: object, patch: object) {
  const made = await project.owner.client.post(`/api/projects/${project.id}/tokens`, {
    name: 'bot',
    verbs: ['read', 'edit'],
    limits,
  });
  expect(made.status).toBe(201);
  const { token } = made.body as { token: string };
  return new TestClient(url).patch(valuePath(), patch, { authorization: `Bearer ${token}` });
}

describe('a limited token', () => {
  it('gets 403 for what is beyond its limits, with why', async () => {
    const answer = await edit({ step: 5 }, { rollout_percentage: 10 });
    expectProblem(answer, 403, 'limit_exceeded');
    expect(answer.text).toContain('up to 5 percentage points at a time; this is 90');
    expect((await edit({ step: 5 }, { rollout_percentage: 96 })).status).toBe(200);
  });

  it('that may ask gets 202 with a change request, which an owner approves alone and applies', async () => {
    const answer = await edit({ step: 5, ask: true }, { rollout_percentage: 10 });
    expect(answer.status).toBe(202);
    const { id, tag } = answer.body as { id: string; tag: string };
    const path = `/api/projects/${project.id}/change-requests/${id}`;
    expect(answer.headers.location).toBe(path);
    expect(answer.body).toMatchObject({ state: 'in_review', approvals_needed: 1, author_name: 'bot' });
    const act = (action: string) => project.owner.client.post(`${path}/actions`, { action, if_match: tag });
    expectProblem(await act('apply'), 409, 'request_not_ready');
    expect((await act('approve')).body).toMatchObject({ state: 'approved' });
    expect((await act('apply')).body).toMatchObject({ state: 'applied' });
  });
});
