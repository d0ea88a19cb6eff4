import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { aFlag, aProject, type Flag, type Project, sharedCluster, TestIssuer } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

const AUDIENCE = 'https://flags.example.com';
const run = promisify(execFile);

let issuer: TestIssuer;
let project: Project;
let flag: Flag;
beforeAll(async () => {
  issuer = await TestIssuer.start();
});
afterAll(() => issuer.stop());
beforeEach(async () => {
  project = await aProject(sharedCluster().url);
  flag = await aFlag(project);
});

const aTrust = async (request: object) => {
  const made = await project.owner.client.post(`/api/projects/${project.id}/trusts`, {
    name: 'deploy',
    issuer: issuer.url,
    audience: AUDIENCE,
    verbs: ['switch'],
    ...request,
  });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  return (made.body as { id: string }).id;
};
const settings = (trust: string) => ({
  PATH: process.env.PATH,
  BURGEE_URL: sharedCluster().url,
  TRUST: trust,
  AUDIENCE,
  FLAG: flag.id,
  ENVIRONMENT: project.development.id,
  ENABLED: 'true',
});
const history = async () => {
  const { body } = await project.owner.client.get(`/api/projects/${project.id}/audit`);
  return body as unknown[];
};

describe('the action of examples/ci', () => {
  const { runs } = parse(readFileSync('examples/ci/action.yml', 'utf8')) as { runs: { steps: [{ run: string }] } };
  const act = (trust: string) =>
    run('sh', ['-c', runs.steps[0].run], {
      env: {
        ...settings(trust),
        ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer.url}/token?api-version=2`,
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of the runner',
      },
    });

  it('switches a flag without a stored secret, and the history has the address of its job', async () => {
    const trust = await aTrust({ provider: 'github', claims: { repository_id: '74', ref: 'refs/heads/main' } });
    const { stdout } = await act(trust);
    expect(stdout).toContain('::add-mask::bge_tok_');
    expect(stdout).toContain('"is_enabled":true');
    expect(await history()).toContainEqual(
      expect.objectContaining({
        action: 'flag_toggle',
        user_name: 'deploy',
        run: `${issuer.url}/acme/shop/actions/runs/987`,
      }),
    );
  });

  it('ends with what Burgee says when the trust is for another repository', async () => {
    const trust = await aTrust({ provider: 'github', claims: { repository_id: '75', ref: 'refs/heads/main' } });
    await expect(act(trust)).rejects.toMatchObject({ stderr: expect.stringContaining('job_token_refused') });
    expect(await history()).not.toContainEqual(expect.objectContaining({ action: 'flag_toggle' }));
  });
});

describe('the template of examples/ci', () => {
  it('switches a flag in a job of GitLab', async () => {
    const template = parse(readFileSync('examples/ci/gitlab.yml', 'utf8')) as {
      '.burgee-switch': { script: [string]; id_tokens: { JOB_TOKEN: { aud: string } } };
    };
    const { script, id_tokens } = template['.burgee-switch'];
    const claims = { project_id: '22', ref_path: 'refs/heads/main' };
    const trust = await aTrust({ provider: 'gitlab', claims });
    const JOB_TOKEN = await issuer.sign(id_tokens.JOB_TOKEN.aud, {
      ...claims,
      pipeline_source: 'push',
      project_path: 'acme/shop',
      job_id: '5',
    });
    const { stdout } = await run('sh', ['-c', script[0]], { env: { ...settings(trust), JOB_TOKEN } });
    expect(stdout).toContain('"is_enabled":true');
  });
});
