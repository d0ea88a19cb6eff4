import type { EnvironmentView } from '@burgee/contracts/http';
import { describe, expect, it } from '@jest/globals';
import { endsIn, parseCompareSearch, partsIn, partsText } from './compare-search.js';

const environment = (slug: string, guarded = false) => ({ id: slug, slug, protected: guarded }) as EnvironmentView;
const ALL = [environment('dev'), environment('prod', true), environment('staging')];
const slugs = (search: object, all = ALL) => {
  const { from, to } = endsIn(all, search);
  return [from?.slug, to?.slug];
};

describe('the compared environments', () => {
  it('come from the address, protected or not', () => {
    expect(slugs({ from: 'staging', to: 'prod' })).toEqual(['staging', 'prod']);
  });

  it('default to the first two unprotected ones', () => {
    expect(slugs({})).toEqual(['dev', 'staging']);
    expect(slugs({ to: 'dev' })).toEqual(['prod', 'dev']);
    expect(slugs({ from: 'staging', to: 'staging' })).toEqual(['staging', 'dev']);
    expect(slugs({ from: 'gone', to: 'gone' })).toEqual(['dev', 'staging']);
  });

  it('have no default where the other one is protected', () => {
    expect(slugs({}, ALL.slice(0, 2))).toEqual(['dev', undefined]);
    expect(slugs({}, ALL.slice(0, 1))).toEqual(['dev', undefined]);
  });
});

describe('the parts to promote', () => {
  it.each([
    [{}, ['switch', 'rollout', 'rule']],
    [{ parts: 'rule,switch' }, ['switch', 'rule']],
    [{ parts: 'tags' }, ['switch', 'rollout', 'rule']],
  ])('of %j are %j', (search, parts) => {
    expect(partsIn(search)).toEqual(parts);
  });

  it('are in the address unless all are chosen', () => {
    expect([partsText(['rollout']), partsText(['switch', 'rollout', 'rule'])]).toEqual(['rollout', undefined]);
  });
});

it('reads numbers in the address as text, and ignores lists', () => {
  expect(parseCompareSearch({ from: 1, to: ['a'], q: '' })).toEqual({
    from: '1',
    to: undefined,
    q: undefined,
    parts: undefined,
  });
});
