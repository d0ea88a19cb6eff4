import {
  aFlag,
  aMember,
  type ServiceResponse,
  aProject,
  type Flag,
  type Project,
  sharedCluster,
  type User,
} from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { expectProblem } from '../../expect-problem.js';
import { projectAudit } from '../audit-calls.js';
import { edit, revisionOf, toggle, valueIn } from '../flag-calls.js';
import { UNKNOWN_ID } from '../shapes.js';

const { url } = sharedCluster();

/** A project whose Production asks for approvals, with an author and a reviewer. */
async function aReviewedProject(approvals = 1) {
  const project = await aProject(url);
  const [author, reviewer] = [await aMember(url, project, 'editor'), await aMember(url, project, 'editor')];
  const flag = await aFlag(project);
  await settings(project, { approvals });
  return { project, author, reviewer, flag };
}

const settings = ({ owner, id, production }: Project, patch: object): Promise<ServiceResponse> =>
  owner.client.patch(`/api/projects/${id}/environments/${production.id}`, patch);
const ask = ({ production }: Project, { client }: User, flag: Flag, more: object = {}): Promise<ServiceResponse> =>
  client.post(`/api/environments/${production.id}/change-requests`, {
    changes: [{ flag_id: flag.id, patch: { is_enabled: true } }],
    ...more,
  });
/** Acts on the version in `request`. */
const act = (
  { id }: Project,
  { client }: User,
  request: ServiceResponse,
  action: string,
  body: object = { if_match: request.body.tag },
): Promise<ServiceResponse> =>
  client.post(`/api/projects/${id}/change-requests/${request.body.id}/actions`, { action, ...body });
const show = async ({ id, owner }: Project, request: ServiceResponse) =>
  (await owner.client.get(`/api/projects/${id}/change-requests/${request.body.id}`)).body;

describe('an environment that asks for approvals', () => {
  it('409 for a direct write, with the address for change requests; an approved request is applied', async () => {
    const { project, author, reviewer, flag } = await aReviewedProject();
    const direct = await toggle(author, flag, project.production, true);
    expectProblem(direct, 409, 'approval_required');
    expect(direct.body.detail).toContain(`/api/environments/${project.production.id}/change-requests`);
    const revision = await revisionOf(project, project.production);

    const asked = await ask(project, author, flag, { comment: 'for the sale' });
    expect([asked.status, asked.body]).toMatchObject([
      201,
      {
        state: 'in_review',
        author_id: author.id,
        comment: 'for the sale',
        approvals_needed: 1,
        approvals: [],
        changes: [{ flag_id: flag.id, from: { is_enabled: false }, to: { is_enabled: true }, is_changed: false }],
      },
    ]);
    expectProblem(await act(project, author, asked, 'apply'), 409, 'request_not_ready');
    expectProblem(await act(project, author, asked, 'approve'), 403, 'role_too_low');
    expectProblem(await act(project, reviewer, asked, 'approve', {}), 428, 'precondition_required');
    expect((await act(project, reviewer, asked, 'approve')).body).toMatchObject({
      state: 'approved',
      approvals: [{ user_id: reviewer.id, user_name: reviewer.name, counts: true, invited_by_author: false }],
    });
    expect(await revisionOf(project, project.production)).toBe(revision);

    expectProblem(await act(project, author, asked, 'apply', {}), 428, 'precondition_required');
    const applied = await act(project, author, asked, 'apply');
    expect([applied.status, applied.body.state, applied.headers['burgee-position']]).toEqual([
      200,
      'applied',
      expect.stringContaining(`-${revision + 1}`),
    ]);
    expect(await valueIn(author, flag, project.production)).toMatchObject({ is_enabled: true });
    const [entry] = await projectAudit(project, { action: 'flag_toggle' }, 1);
    expect(entry).toMatchObject({
      user_id: author.id,
      comment: 'for the sale',
      new_values: { change_request: asked.body.id, is_enabled: true },
      bypass_reason: null,
    });
    expectProblem(await act(project, author, asked, 'apply'), 409, 'request_not_ready');
    const entries = await projectAudit(project, { action: 'change_request_update' }, 3);
    expect(entries.map(({ new_values }) => [new_values.state, new_values.content_sha256])).toEqual([
      ['applied', asked.body.tag],
      ['approved', asked.body.tag],
      ['in_review', undefined],
    ]);
  });

  it('two of two approvals; who may change flags no more does not count, and an author who may not pauses it', async () => {
    const { project, author, reviewer, flag } = await aReviewedProject(2);
    const second = await aMember(url, project, 'editor');
    const asked = await ask(project, author, flag);
    await act(project, reviewer, asked, 'approve');
    expect((await act(project, second, asked, 'approve')).body.state).toBe('approved');
    const member = (user: User) => `/api/projects/${project.id}/members/${user.id}`;
    await project.owner.client.patch(member(second), { role: 'viewer' });
    expect(await show(project, asked)).toMatchObject({
      state: 'in_review',
      approvals: [{ counts: true }, { user_id: second.id, counts: false }],
    });
    expectProblem(await act(project, author, asked, 'apply'), 409, 'request_not_ready');
    expectProblem(await act(project, second, asked, 'approve'), 403, 'role_too_low');
    await project.owner.client.patch(member(second), { role: 'editor' });
    await project.owner.client.delete(member(author));
    expect(await show(project, asked)).toMatchObject({ state: 'paused' });
    expectProblem(await act(project, reviewer, asked, 'apply'), 409, 'request_not_ready');
    expect(await valueIn(project.owner, flag, project.production)).toMatchObject({ is_enabled: false });
  });

  it('out of date after the value changed: both sides are shown; resubmitting needs a new approval', async () => {
    const { project, author, reviewer, flag } = await aReviewedProject();
    const asked = await ask(project, author, flag);
    await act(project, reviewer, asked, 'approve');
    const bypass = { 'burgee-bypass-reason': 'cannot%20wait' };
    await edit(project.owner, flag, project.production, { rollout_percentage: 7 }, bypass);
    expect((await projectAudit(project, { action: 'flag_update' }, 1))[0].bypass_reason).toBe('cannot wait');
    expect(await show(project, asked)).toMatchObject({
      state: 'out_of_date',
      changes: [{ from: { rollout_percentage: 100 }, current: { rollout_percentage: 7 }, is_changed: true }],
    });
    expectProblem(await act(project, author, asked, 'apply'), 409, 'request_not_ready');
    expectProblem(await act(project, reviewer, asked, 'submit'), 403, 'role_too_low');
    const again = await act(project, author, asked, 'submit');
    expect(again.body).toMatchObject({
      state: 'in_review',
      approvals: [],
      changes: [
        { from: { rollout_percentage: 7 }, to: { is_enabled: true, rollout_percentage: 7 }, is_changed: false },
      ],
    });
    // An approval of the version before the resubmission does not count.
    const { tag } = again.body;
    const refused = await act(project, reviewer, asked, 'approve');
    expect([refused.status, refused.body]).toMatchObject([412, { code: 'value_changed', current: { tag } }]);
    expect((await act(project, reviewer, again, 'approve')).body.state).toBe('approved');
    expect((await act(project, reviewer, again, 'apply')).status).toBe(200);
    expect(await valueIn(author, flag, project.production)).toMatchObject({ is_enabled: true, rollout_percentage: 7 });
  });

  it('a freeze holds up what is approved too, and an admin asks for no fewer approvals', async () => {
    const { project, author, reviewer, flag } = await aReviewedProject();
    const asked = await ask(project, author, flag);
    await act(project, reviewer, asked, 'approve');
    await settings(project, { frozen_until: new Date(Date.now() + 60_000).toISOString() });
    expectProblem(await act(project, author, asked, 'apply'), 423, 'environment_frozen');
    expect(await show(project, asked)).toMatchObject({ state: 'approved' });
    const admin = { ...project, owner: await aMember(url, project, 'admin') };
    expectProblem(await settings(admin, { approvals: 0 }), 403, 'role_too_low');
    expect((await settings(admin, { approvals: 2 })).body).toMatchObject({ approvals: 2 });
    expect(await show(project, asked)).toMatchObject({ state: 'in_review' });
  });

  it('of applies, approvals and rejections at the same time one ends it, and its change is made once or not at all', async () => {
    const { project, author, reviewer, flag } = await aReviewedProject();
    const asked = await ask(project, author, flag);
    await act(project, reviewer, asked, 'approve');
    const revision = await revisionOf(project, project.production);
    const answers = await Promise.all(
      ['apply', 'reject', 'apply', 'approve', 'apply'].map((action) => act(project, reviewer, asked, action)),
    );
    const ended = answers.filter(({ status, body }) => status === 200 && ['applied', 'rejected'].includes(body.state));
    expect(ended.length).toBeGreaterThan(0);
    const { state } = await show(project, asked);
    expect(await revisionOf(project, project.production)).toBe(state === 'applied' ? revision + 1 : revision);
  });
});

describe('change requests', () => {
  it('a draft needs no review until its author submits it; open and closed ones are listed, newest first', async () => {
    const { project, author, reviewer, flag } = await aReviewedProject();
    const draft = await ask(project, author, flag, { draft: true });
    expect(draft.body.state).toBe('draft');
    expectProblem(await act(project, reviewer, draft, 'approve'), 409, 'request_not_ready');
    expect((await act(project, author, draft, 'submit')).body.state).toBe('in_review');
    const other = await ask(project, reviewer, flag);
    const list = async (query = '') =>
      (await project.owner.client.get(`/api/projects/${project.id}/change-requests${query}`)).body.map(
        ({ id }: { id: string }) => id,
      );
    expect(await list()).toEqual([other.body.id, draft.body.id]);
    expect((await act(project, reviewer, draft, 'reject')).body).toMatchObject({
      state: 'rejected',
      closed_by_id: reviewer.id,
      closed_by_name: reviewer.name,
    });
    expect([await list(), await list('?state=closed')]).toEqual([[other.body.id], [draft.body.id]]);
    // The owner invited the reviewer.
    const byOwner = await ask(project, project.owner, flag);
    expect((await act(project, reviewer, byOwner, 'approve')).body.approvals).toMatchObject([
      { invited_by_author: true, invited_author: false, joined_at: expect.any(String) },
    ]);
  });

  it('hold as many as 50 flags, each with all that a value has', async () => {
    const { project, author, flag } = await aReviewedProject();
    const patch = {
      is_enabled: true,
      rollout_percentage: 20,
      targeting_attribute: 'country',
      targeting_value: 'NO',
      targeting_return_value: 'true',
    };
    const flags = await Promise.all(Array.from({ length: 50 }, () => aFlag(project)));
    const changes = flags.map(({ id }) => ({ flag_id: id, patch }));
    expect((await ask(project, author, flag, { changes })).body.changes).toHaveLength(50);
  });

  it('400 for what changes nothing or is no flag of the project, each named; 404 elsewhere; 403 for viewers', async () => {
    const { project, author, flag } = await aReviewedProject();
    const foreign = await aFlag(await aProject(url));
    const same = { flag_id: flag.id, patch: { is_enabled: false } };
    const changes = [same, { flag_id: foreign.id, patch: { is_enabled: true } }];
    expectProblem(await ask(project, author, flag, { changes }), 400, 'invalid_request', [
      '/changes/0',
      '/changes/1/flag_id',
    ]);
    const viewer = await aMember(url, project, 'viewer');
    expectProblem(await ask(project, viewer, flag), 403, 'role_too_low');
    const asked = await ask(project, author, flag);
    const elsewhere = await aProject(url);
    expectProblem(await act(elsewhere, elsewhere.owner, asked, 'approve'), 404, 'not_found');
    expectProblem(await act(project, author, { ...asked, body: { id: UNKNOWN_ID } }, 'reject'), 404, 'not_found');
  });
});
