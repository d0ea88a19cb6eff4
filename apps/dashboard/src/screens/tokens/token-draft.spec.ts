import { describe, expect, it } from '@jest/globals';
import { projectToNarrow } from './scope-draft.js';
import { draftFaults, endOf, NEW_TOKEN, projectsOf, toTokenRequest, type TokenDraft } from './token-draft.js';
import { texts } from './texts.js';

const draft = (more: Partial<TokenDraft> = {}): TokenDraft => ({ ...NEW_TOKEN, name: ' deploy-bot ', ...more });

describe('the form of a new token', () => {
  it('sends only what is chosen', () => {
    expect(toTokenRequest(draft())).toEqual({ name: 'deploy-bot', verbs: ['read'], expires_in_days: 90 });
    expect(
      toTokenRequest(draft({ projects: ['shop'], environments: ['staging'], verbs: ['switch', 'read'], ends: '30' })),
    ).toEqual({
      name: 'deploy-bot',
      verbs: ['read', 'switch'],
      projects: ['shop'],
      environments: ['staging'],
      expires_in_days: 30,
    });
    expect(toTokenRequest(draft({ verbs: ['edit'], environments: ['staging'], ends: '', days: '7' }), 'shop')).toEqual({
      name: 'deploy-bot',
      verbs: ['edit'],
      environments: ['staging'],
      expires_in_days: 7,
    });
  });

  it.each<[string, Partial<TokenDraft>, string | undefined]>([
    ['one project', { projects: ['shop'] }, 'shop'],
    ['several projects', { projects: ['shop', 'billing'] }, undefined],
    ['all projects', {}, undefined],
    ['a verb for whole projects', { projects: ['shop'], verbs: ['switch', 'manage'] }, undefined],
    ['only reading', { projects: ['shop'], verbs: ['read'] }, undefined],
  ])('offers and sends environments of the only project: %s', (_, more, project) => {
    const typed = draft({ verbs: ['switch'], ...more, environments: ['staging'] });
    expect(projectToNarrow(typed, projectsOf(typed))).toBe(project);
    expect(toTokenRequest(typed).environments).toEqual(project && ['staging']);
  });

  it('says at each field what is wrong', () => {
    expect(draftFaults(draft())).toEqual({});
    expect(draftFaults(draft({ name: ' ', verbs: [] }))).toEqual({
      name: texts.nameMissing,
      verbs: texts.chooseOne,
    });
    for (const days of ['', '0', '367', '1.5', '-1', 'ten'])
      expect(draftFaults(draft({ ends: '', days }))).toEqual({ days: texts.wholeNumber(1, 366) });
  });

  it('warns of an end within a week', () => {
    const now = Date.parse('2027-01-01T00:00:00Z');
    const at = (expires_at: string) => endOf({ expires_at }, now);
    expect(at('2027-01-01T00:00:00Z')).toBe('ended');
    expect(at('2027-01-07T23:59:59Z')).toBe('soon');
    expect(at('2027-01-08T00:00:00Z')).toBe('later');
  });
});
