import type { TokenLimits, TokenScope } from '@burgee/contracts/wire';
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
const says = (
  scope: Partial<TokenScope> & { limits?: TokenLimits },
  kind: 'personal' | 'service' | 'job' = 'personal',
) => describeScope({ verbs: ['read'], projects: null, environments: null, ...scope }, kind, names);

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

  it.each<[Partial<TokenLimits>, string]>([
    [{}, ''],
    [{ ask: true }, ''],
    [{ flags: ['a', 'b'], tag: 'beta' }, '; changes only a, b, and flags with the tag beta'],
    [{ flags: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }, '; changes only a, b, c, d, e, and 2 other flags'],
    [{ step: 10 }, '; changes flags, by up to 10 percentage points at a time, where a switch or a rule counts as 100'],
    [
      { step: 1, without_step: ['switch'] },
      '; changes flags, by up to 1 percentage point at a time except for switches, where a rule counts as 100',
    ],
    [{ step: 100 }, ''],
    [{ step: 5, without_step: ['switch', 'edit'] }, ''],
    [{ changes: 1 }, '; changes flags, up to 1 change in all'],
    [
      { flags: ['a'], changes: 2000, ask: true },
      '; changes only a, up to 2,000 changes in all, and asks for approval of anything else',
    ],
    [{ changes: 0 }, '; changes nothing'],
    [{ flags: ['a'], changes: 0, ask: true }, '; changes nothing without approval'],
  ])('says its limits: %j', (given, sentence) => {
    const limits = { flags: null, tag: null, step: null, without_step: [], changes: null, ask: false, ...given };
    expect(says({ verbs: ['switch', 'edit'], projects: ['shop'], limits })).toBe(
      `Switches flags and edits rules and values in Web shop${sentence}`,
    );
  });

  it('says that a limit counts for each job', () => {
    const limits = { flags: null, tag: null, step: null, without_step: [], changes: 3, ask: false };
    expect(says({ verbs: ['switch'], projects: ['shop'], limits }, 'job')).toBe(
      'Switches flags in Web shop; changes flags, up to 3 changes in each job',
    );
  });
});
