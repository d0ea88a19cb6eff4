import { describe, expect, it } from '@jest/globals';
import { type Contacts, type Part, partOf, silentParts, withAnswer, withSilence } from './silent-parts.js';

it.each<[string, Part]>([
  ['/api/auth/me', 'accounts'],
  ['/api/operations', 'accounts'],
  ['/api/administration/accounts?search=projects', 'accounts'],
  ['/api/administration/registration', 'accounts'],
  ['/api/administration/projects?limit=50', 'flags'],
  ['/api/administration/accounts/1/projects', 'flags'],
  ['/api/projects', 'flags'],
  ['/api/projects/1/flags?fields=summary&limit=1000', 'flags'],
  ['/api/projects/1/audit?limit=50', 'history'],
  ['/api/projects/1/audit/latest?limit=1000', 'history'],
  ['/api/flags/1/usage?days=30', 'usage'],
  ['/api/projects/1/usage?limit=100', 'usage'],
])('%s is answered by %s', (path, part) => expect(partOf(path)).toBe(part));

describe('a part is named as silent', () => {
  const none: Contacts = new Map();
  const silent = withSilence(none, 'flags', 1_000);

  it('3 s after its first request without an answer, and no longer once it answers', () => {
    expect(silentParts(silent, 3_999)).toEqual([]);
    expect(silentParts(silent, 4_000)).toEqual(['flags']);
    expect(silentParts(withSilence(silent, 'flags', 3_500), 4_000)).toEqual(['flags']);
    expect(silentParts(withAnswer(silent, 'flags', 4_100), 9_000)).toEqual([]);
  });

  it('not for one slow request while it answers others', () => {
    expect(silentParts(withSilence(withAnswer(none, 'flags', 1_500), 'flags', 1_000), 9_000)).toEqual([]);
  });

  it('next to others, and as Burgee when nothing answers', () => {
    const both = withSilence(silent, 'accounts', 1_000);
    expect(silentParts(both, 9_000)).toEqual(['flags', 'accounts']);
    const all = withSilence(both, 'burgee', 2_000);
    expect(silentParts(all, 9_000)).toEqual(['burgee']);
    expect(silentParts(withAnswer(all, 'accounts', 9_000), 9_000)).toEqual(['flags']);
  });
});
