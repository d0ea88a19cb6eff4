import { evaluate, type Flag } from '@burgee/sdk/evaluation';
import { aFlag, aProject, sharedCluster, aUser } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { flagAudit } from './audit-calls.js';
import { expectProblem } from '../expect-problem.js';
import { edit, revisionOf, toggle, valueIn } from './flag-calls.js';
import { fetchFlags } from './sdk-calls.js';
import { EDITED_VALUE } from './shapes.js';

const { url } = sharedCluster();
/** Owns every project of this file. */
const account = await aUser(url);

async function anEditedFlag() {
  const project = await aProject(url, {}, account);
  const flag = await aFlag(project);
  await edit(project.owner, flag, project.development, EDITED_VALUE);
  return { project, owner: project.owner, flag, development: project.development };
}

describe('not shown: the full edit answers 200 with the updated row', () => {
  it('in the shape of the list’s element', async () => {
    const { owner, flag, development } = await anEditedFlag();
    const answer = await edit(owner, flag, development, { rollout_percentage: 26 });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(await valueIn(owner, flag, development));
    expect(answer.body.rollout_percentage).toBe(26);
  });
});

describe('not shown: "whether omitted body fields keep their value": they do', () => {
  it('what is left out stays', async () => {
    const { owner, flag, development } = await anEditedFlag();
    const { body } = await edit(owner, flag, development, { targeting_value: 'DE' });
    expect(body).toMatchObject({ ...EDITED_VALUE, targeting_value: 'DE' });
  });

  it('null clears the three targeting fields', async () => {
    const { owner, flag, development } = await anEditedFlag();
    const cleared = { targeting_attribute: null, targeting_value: null, targeting_return_value: null };
    const { body } = await edit(owner, flag, development, cleared);
    expect(body).toMatchObject({ ...EDITED_VALUE, ...cleared });
  });
});

describe('not shown: "Bounds of rollout_percentage": an integer from 0 to 100', () => {
  it.each([0, 100])('%p is taken', async (rollout_percentage) => {
    const { owner, flag, development } = await anEditedFlag();
    expect((await edit(owner, flag, development, { rollout_percentage })).body).toMatchObject({ rollout_percentage });
  });

  it.each([-1, 101])('%p → 400', async (rollout_percentage) => {
    const { owner, flag, development } = await anEditedFlag();
    const answer = await edit(owner, flag, development, { rollout_percentage });
    expectProblem(answer, 400, 'invalid_request', ['/rollout_percentage']);
    expect(await valueIn(owner, flag, development)).toMatchObject(EDITED_VALUE);
  });
});

describe('not shown: attribute and value come together or not at all', () => {
  it('an attribute without a value → 400', async () => {
    const project = await aProject(url, {}, account);
    const flag = await aFlag(project);
    const answer = await edit(project.owner, flag, project.development, { targeting_attribute: 'plan' });
    expectProblem(answer, 400, 'invalid_request', ['/targeting_value']);
  });
});

describe('not shown: the return value must parse as the flag’s type', () => {
  it.each([
    ['string', 'any text, ünïcode 🚩'],
    ['number', '-1.5e3'],
    ['json', '{"a":[1,null]}'],
  ])('%s takes %s', async (type, targeting_return_value) => {
    const project = await aProject(url, {}, account);
    const flag = await aFlag(project, { type });
    const { body } = await edit(project.owner, flag, project.development, { targeting_return_value });
    expect(body).toMatchObject({ targeting_return_value });
    expect((await fetchFlags(project.development)).body[0]).toMatchObject({ type, targeting_return_value });
  });

  it.each([
    ['boolean', 'yes'],
    ['number', 'many'],
    ['json', '{a:1}'],
  ])('%s refuses "%s" with 400', async (type, targeting_return_value) => {
    const project = await aProject(url, {}, account);
    const flag = await aFlag(project, { type });
    const answer = await edit(project.owner, flag, project.development, { targeting_return_value });
    expectProblem(answer, 400, 'invalid_request', ['/targeting_return_value']);
  });
});

describe('not shown: a return value without a rule is the unconditional value of a text, number or JSON flag', () => {
  const RULE = { targeting_attribute: 'country', targeting_value: 'NO', targeting_return_value: '7' };
  const NO_RULE = { targeting_attribute: null, targeting_value: null };

  it('clearing the rule does not publish what it returned', async () => {
    const project = await aProject(url, {}, account);
    const flag = await aFlag(project, { type: 'number' });
    await edit(project.owner, flag, project.development, RULE);
    const { body } = await edit(project.owner, flag, project.development, NO_RULE);
    expect(body).toMatchObject({ ...NO_RULE, targeting_return_value: null });
    expect((await fetchFlags(project.development)).body[0]).toMatchObject({ targeting_return_value: null });
    const [entry] = await flagAudit(project.owner, flag, 3);
    expect(entry?.new_values).toMatchObject({ ...NO_RULE, targeting_return_value: null });
  });

  it('an edit that clears the rule may name one, and a toggle keeps it', async () => {
    const project = await aProject(url, {}, account);
    const flag = await aFlag(project, { type: 'number' });
    await edit(project.owner, flag, project.development, RULE);
    const named = { ...NO_RULE, targeting_return_value: '7' };
    expect((await edit(project.owner, flag, project.development, named)).body).toMatchObject(named);
    expect((await toggle(project.owner, flag, project.development, true)).body).toMatchObject(named);
    expect((await fetchFlags(project.development)).body[0]).toMatchObject({ ...named, is_enabled: true });
  });

  it('with a boolean flag it is stored and has no effect', async () => {
    const project = await aProject(url, {}, account);
    const flag = await aFlag(project);
    const value = { is_enabled: true, targeting_return_value: 'false' };
    expect((await edit(project.owner, flag, project.development, value)).body).toMatchObject(value);
    const { body } = await fetchFlags(project.development);
    expect(evaluate(body as Flag[], flag.key, false)).toEqual({ value: true, reason: 'STATIC', variant: 'on' });
  });
});

describe('not shown: a body with more than one fault → 400', () => {
  it('tells all of them, each with its pointer', async () => {
    const { owner, flag, development } = await anEditedFlag();
    const answer = await edit(owner, flag, development, { is_enabled: 1, rollout_percentage: 101 });
    expectProblem(answer, 400, 'invalid_request', ['/is_enabled', '/rollout_percentage']);
  });
});

describe.each([
  ['toggle', '/toggle'],
  ['full edit', ''],
])('not shown: If-Match on the %s', (_, suffix) => {
  const path = (flag: { id: string }, environment: { id: string }) =>
    `/api/flags/${flag.id}/environments/${environment.id}${suffix}`;

  it('the ETag of an answer, which is its quoted updated_at, lets the next change through', async () => {
    const { owner, flag, development } = await anEditedFlag();
    const first = await owner.client.patch(path(flag, development), { is_enabled: false });
    expect(first.headers.etag).toBe(`"${first.body.updated_at}"`);
    const headers = { 'if-match': first.headers.etag };
    const second = await owner.client.patch(path(flag, development), { is_enabled: true }, headers);
    expect([second.status, second.body.is_enabled]).toEqual([200, true]);
  });

  it('a stale one → 412 with the current row, and nothing is changed', async () => {
    const { owner, flag, development } = await anEditedFlag();
    const seen = await valueIn(owner, flag, development);
    await edit(owner, flag, development, { rollout_percentage: 1 });
    const current = await valueIn(owner, flag, development);
    const headers = { 'if-match': `"${seen.updated_at}"` };
    const { status, body } = await owner.client.patch(path(flag, development), { is_enabled: false }, headers);
    expect([status, body.code]).toEqual([412, 'value_changed']);
    expect(body.current).toEqual(current);
    expect(await valueIn(owner, flag, development)).toEqual(current);
  });
});

describe('not shown: a change that changes nothing answers 200', () => {
  it('and writes no revision, no event id, no audit entry and no new updated_at', async () => {
    const { project, owner, flag, development } = await anEditedFlag();
    const row = await valueIn(owner, flag, development);
    const revision = await revisionOf(project, development);
    const { etag } = (await fetchFlags(development)).headers;
    for (const patch of [EDITED_VALUE, { is_enabled: true }, {}]) {
      const answer = await edit(owner, flag, development, patch);
      expect([answer.status, answer.body]).toEqual([200, row]);
    }
    const toggled = await toggle(owner, flag, development, true);
    expect([toggled.status, toggled.body]).toEqual([200, row]);
    expect(await revisionOf(project, development)).toBe(revision);
    expect((await fetchFlags(development)).headers.etag).toBe(etag);
    // A change that counts comes after it: were there an entry in between, it would be seen.
    await toggle(owner, flag, development, false);
    const entries = await flagAudit(owner, flag, 3);
    expect(entries.map((entry) => entry.action)).toEqual(['flag_toggle', 'flag_update', 'flag_create']);
    expect(await revisionOf(project, development)).toBe(revision + 1);
  });
});
