import { expect, it } from '@jest/globals';
import { describeWanted } from './describe-wanted.js';

const VALUE = {
  is_enabled: false,
  rollout_percentage: 100,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
};
const ON = { ...VALUE, is_enabled: true };
const A_QUARTER = { ...ON, rollout_percentage: 25 };
type Side = typeof VALUE & { served?: boolean };
const to = (after: Side, before: Side = VALUE, key = 'dark-mode') =>
  ({ key, action: 'update', from: before, to: after }) as const;
const gone = (action: 'archive' | 'unarchive' | 'delete') => ({ key: 'dark-mode', action, from: VALUE, to: null });
const wanted = (...changes: Parameters<typeof describeWanted>[0]['changes']) =>
  describeWanted({ changes, environment_name: 'Production' });

it.each([
  ['turn on dark-mode in Production', to(ON)],
  ['turn off dark-mode in Production', to(VALUE, ON)],
  ['roll out dark-mode to 25% in Production', to(A_QUARTER)],
  ['roll out dark-mode to 25% in Production', to(A_QUARTER, ON)],
  ['change dark-mode in Production', to({ ...VALUE, rollout_percentage: 25 })],
  ['change dark-mode in Production', to({ ...ON, targeting_return_value: 'x' } as never)],
  ['serve dark-mode in Production', to(VALUE, { ...VALUE, served: false })],
  ['archive dark-mode in all environments', gone('archive')],
  ['unarchive dark-mode in all environments', gone('unarchive')],
  ['delete dark-mode in all environments', gone('delete')],
])('says what a request does: %s', (said, change) => {
  expect(wanted(change)).toBe(said);
});

it('says for several flags what they have in common', () => {
  expect(wanted(to(ON), to(ON, VALUE, 'search'))).toBe('turn on 2 flags in Production');
  expect(wanted(to(A_QUARTER), to(A_QUARTER, ON, 'search'))).toBe('roll out 2 flags to 25% in Production');
  expect(wanted(to(A_QUARTER), to(ON, VALUE, 'search'))).toBe('change 2 flags in Production');
});
