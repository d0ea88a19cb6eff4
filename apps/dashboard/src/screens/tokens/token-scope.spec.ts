import type { TokenScope } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import { describeScope, namesOf, scopeOf } from './token-scope.js';

const names = namesOf([
  {
    id: 'shop',
    name: 'Web shop',
    environments: [
      { id: 'staging', name: 'Staging' },
      { id: 'production', name: 'Production' },
    ],
  },
  { id: 'billing', name: 'Billing', environments: [{ id: 'test', name: 'Test' }] },
]);
const says = (scope: Partial<TokenScope>, kind: 'personal' | 'service' = 'personal') =>
  describeScope({ verbs: ['read'], projects: null, environments: null, ...scope }, kind, names);

describe('what a token may do, in a sentence', () => {
  it.each<[Partial<TokenScope>, string]>([
    [{}, 'Reads everything but keys in all your projects'],
    [{ verbs: ['switch'], projects: ['shop'], environments: ['staging'] }, 'Switches flags in Staging of Web shop'],
    [
      { verbs: ['read', 'switch', 'edit'], projects: ['shop', 'billing'] },
      'Reads everything but keys, switches flags, and edits rules and values in Web shop and Billing',
    ],
    [{ verbs: ['manage', 'read'] }, 'Reads everything and manages flags, keys and people in all your projects'],
    [{ verbs: ['administer'] }, 'Opens Administration'],
    [{ verbs: ['administer', 'switch'] }, 'Switches flags in all your projects, and opens Administration'],
    [{ verbs: [] }, ''],
  ])('of %j is "%s"', (scope, sentence) => {
    expect(says(scope)).toBe(sentence);
  });

  it('says that reading is of the whole project where changes are of some environments', () => {
    const scope = { projects: ['shop'], environments: ['staging', 'production'] };
    expect(says({ ...scope, verbs: ['read', 'switch'] })).toBe(
      'Switches flags in Staging and Production of Web shop, and reads everything but keys in Web shop',
    );
    expect(says({ ...scope, verbs: ['read'] })).toBe('Reads everything but keys in Web shop');
    expect(says({ verbs: ['edit'], projects: ['shop', 'billing'], environments: ['test', 'staging'] })).toBe(
      'Edits rules and values in Test of Billing and Staging of Web shop',
    );
  });

  it('counts projects and environments whose names the reader may not see', () => {
    expect(says({ projects: ['gone'] })).toBe('Reads everything but keys in 1 project');
    expect(says({ projects: ['shop', 'gone', 'left'] })).toBe(
      'Reads everything but keys in Web shop and 2 other projects',
    );
    expect(says({ verbs: ['switch'], projects: ['gone'], environments: ['x', 'y'] })).toBe(
      'Switches flags in 2 environments',
    );
  });

  it('of a service token is about projects that admit it, or about its own', () => {
    expect(says({}, 'service')).toBe('Reads everything but keys in every project that admits it');
    const own = scopeOf({ verbs: ['switch'], projects: null, environments: ['test'], project_id: 'billing' });
    expect(describeScope(own, 'service', names)).toBe('Switches flags in Test of Billing');
  });
});
