import { describe, expect, it } from '@jest/globals';
import { TRUST_PROVIDERS, type TrustProvider } from '@burgee/contracts/wire';
import fc from 'fast-check';
import { claimFaults, fits, runOf } from './trust-rules.js';

const GITHUB = 'https://token.actions.githubusercontent.com';
const OF_GITHUB = { repository_id: '74', ref: 'refs/heads/main' };
const A_PUSH = {
  ...OF_GITHUB,
  repository: 'acme/shop',
  event_name: 'push',
  run_id: '987',
  sub: 'repo:acme/shop:ref:refs/heads/main',
};
const OF_GITLAB = { project_id: '22', ref_path: 'refs/heads/main', ref_protected: 'true' };
const A_JOB = { ...OF_GITLAB, project_path: 'acme/web/shop', pipeline_source: 'push', job_id: '5' };

const pointers = (provider: TrustProvider, claims: Record<string, string>) =>
  claimFaults({ provider, claims }).map(({ pointer }) => pointer);

describe('the claims of a trust', () => {
  it('need the number of the repository or project, and a ref or environment', () => {
    expect(pointers('github', OF_GITHUB)).toEqual([]);
    expect(pointers('forgejo', { repository_id: '3', environment: 'production' })).toEqual([]);
    expect(pointers('gitlab', OF_GITLAB)).toEqual([]);
    expect(pointers('github', { repository: 'acme/shop', ref: 'refs/heads/main' })).toEqual(['/claims/repository_id']);
    expect(pointers('github', { repository_id: 'acme/shop', ref: 'x' })).toEqual(['/claims/repository_id']);
    expect(pointers('gitlab', { project_id: '22' })).toEqual(['/claims']);
    expect(pointers('gitlab', { project_id: '22', ref: 'main', ref_type: 'branch' })).toEqual([]);
    expect(pointers('gitlab', { project_id: '22', ref: 'main' })).toEqual(['/claims/ref_type']);
    expect(pointers('gitlab', {})).toEqual(['/claims/project_id', '/claims']);
  });

  it('of any other issuer need the subject', () => {
    expect(pointers('oidc', { sub: 'pipeline:7' })).toEqual([]);
    expect(pointers('oidc', { name: 'deploy' })).toEqual(['/claims/sub']);
  });

  it('say why one is required', () => {
    expect(claimFaults({ provider: 'github', claims: { ref: 'x' } })[0]?.detail).toContain(
      'a name may pass to someone',
    );
  });
});

describe('the token of a job', () => {
  const github = { provider: 'github', claims: OF_GITHUB } as const;

  it('fits a trust whose claims it has, as text or as numbers', () => {
    expect(fits(github, A_PUSH)).toBe(true);
    expect(fits(github, { ...A_PUSH, repository_id: 74 })).toBe(true);
    expect(fits({ provider: 'gitlab', claims: OF_GITLAB }, { ...A_JOB, ref_protected: true })).toBe(true);
  });

  it.each([
    ['of another repository', { repository_id: '75' }],
    ['of another branch', { ref: 'refs/heads/mainly' }],
    ['without the number of its repository', { repository_id: undefined }],
    ['with a list for a claim', { ref: ['refs/heads/main'] }],
    ['of a pull request', { event_name: 'pull_request' }],
    ["of a fork's pull request that runs on the default branch", { event_name: 'pull_request_target' }],
    ["of what follows a fork's pull request", { event_name: 'workflow_run' }],
    ['that does not say what started it', { event_name: undefined }],
  ])('does not fit one %s', (_, claims) => {
    expect(fits(github, { ...A_PUSH, ...claims })).toBe(false);
    expect(fits({ ...github, provider: 'forgejo' }, { ...A_PUSH, ...claims })).toBe(false);
  });

  it.each(['merge_request_event', 'external_pull_request_event', 'parent_pipeline', undefined])(
    'does not fit when GitLab started it by %s',
    (pipeline_source) => {
      expect(fits({ provider: 'gitlab', claims: OF_GITLAB }, { ...A_JOB, pipeline_source })).toBe(false);
    },
  );

  it('fits only if each claim of the trust has exactly that value', () => {
    const names = fc.constantFrom('sub', 'ref', 'environment', '__proto__', 'constructor');
    const all = fc.dictionary(names, fc.string());
    fc.assert(
      fc.property(all, all, (wanted, given) => {
        const isExact = Object.keys(wanted).every((name) => Object.hasOwn(given, name) && wanted[name] === given[name]);
        expect(fits({ provider: 'oidc', claims: wanted }, given)).toBe(isExact);
      }),
    );
  });
});

describe('the address of a job', () => {
  it('is the one that its provider shows', () => {
    expect(runOf('github', A_PUSH, GITHUB)).toBe('https://github.com/acme/shop/actions/runs/987');
    expect(runOf('github', A_PUSH, 'https://git.acme.com/_services/token')).toBe(
      'https://git.acme.com/acme/shop/actions/runs/987',
    );
    expect(runOf('forgejo', A_PUSH, 'https://codeberg.org/api/actions')).toBe(
      'https://codeberg.org/acme/shop/actions/runs/987',
    );
    expect(runOf('gitlab', A_JOB, 'https://gitlab.com')).toBe('https://gitlab.com/acme/web/shop/-/jobs/5');
    expect(runOf('oidc', A_PUSH, 'https://ci.acme.com')).toBeNull();
  });

  it('has no characters of a claim that would change it', () => {
    const claims = { repository: 'a/b?c#d e', run_id: '1' };
    expect(runOf('github', claims, GITHUB)).toBe('https://github.com/a/b%3Fc%23d%20e/actions/runs/1');
    for (const provider of TRUST_PROVIDERS) {
      expect(runOf(provider, {}, GITHUB)).toBeNull();
      expect(
        runOf(provider, { repository: 'x'.repeat(600), project_path: 'x'.repeat(600), run_id: 1, job_id: 1 }, GITHUB),
      ).toBeNull();
    }
  });
});
