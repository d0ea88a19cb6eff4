import { describe, expect, it } from '@jest/globals';
import { describeJobs, newTrust, toTrustRequest, trustFaults, withProvider } from './trust-draft.js';

const draft = {
  ...newTrust('https://flags.example.com'),
  name: ' deploy ',
  id: ' 74 ',
  value: 'refs/heads/main',
  environments: ['staging'],
};
const sent = (typed: typeof draft) => toTrustRequest(typed, 'shop');

describe('the form of trusted CI jobs', () => {
  it('sends the claims of its provider', () => {
    expect(sent(draft)).toEqual({
      name: 'deploy',
      provider: 'github',
      issuer: 'https://token.actions.githubusercontent.com',
      audience: 'https://flags.example.com',
      claims: { repository_id: '74', ref: 'refs/heads/main' },
      verbs: ['switch'],
      environments: ['staging'],
    });
    expect(sent(withProvider(draft, 'gitlab')).claims).toEqual({
      project_id: '74',
      ref_path: 'refs/heads/main',
    });
    expect(sent(withProvider(draft, 'oidc')).claims).toEqual({ sub: '74' });
    expect(sent({ ...draft, id: '', value: '' }).claims).toEqual({});
    expect(sent({ ...draft, verbs: ['manage'] }).environments).toBeUndefined();
  });

  it('brings the issuer of a provider, unless another one was typed', () => {
    expect(withProvider(draft, 'gitlab').issuer).toBe('https://gitlab.com');
    const own = { ...draft, issuer: 'https://git.example.com' };
    expect(withProvider(own, 'gitlab').issuer).toBe('https://git.example.com');
  });

  it('says what is missing', () => {
    expect(trustFaults(draft)).toEqual({});
    expect(Object.keys(trustFaults({ ...withProvider(draft, 'forgejo'), name: '', audience: '', verbs: [] }))).toEqual([
      'name',
      'verbs',
      'issuer',
      'audience',
    ]);
  });

  it.each([
    ['switch', true],
    ['edit', true],
    ['read', false],
    ['manage', false],
  ] as const)('wants an environment for jobs that may %s: %p', (verb, isWanted) => {
    const faults = trustFaults({ ...newTrust('https://flags.example.com'), verbs: [verb] });
    expect('environments' in faults).toBe(isWanted);
  });

  it('describes the jobs', () => {
    expect(describeJobs({ provider: 'github', claims: { repository_id: '74', ref: 'refs/heads/main' } })).toBe(
      'GitHub jobs with repository_id 74 and ref refs/heads/main',
    );
  });
});
