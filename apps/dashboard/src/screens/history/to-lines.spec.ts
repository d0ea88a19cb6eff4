import type { AuditEntryView } from '@burgee/contracts/http';
import { describe, expect, it } from '@jest/globals';
import { environmentOf, type Line, toLines } from './to-lines.js';

const entry = (id: string, more: Partial<AuditEntryView> = {}) =>
  ({
    id,
    action: 'flag_toggle',
    user_id: 'ada',
    request_id: 'one',
    new_values: { is_enabled: true },
    ...more,
  }) as AuditEntryView;
const idsOf = (entries: AuditEntryView[]) => toLines(entries).map((line) => line.map(({ id }) => id));

describe('a line of the history', () => {
  it('has all entries that one request made in the same way', () => {
    expect(
      idsOf([
        entry('a'),
        entry('b'),
        entry('c', { new_values: { is_enabled: false } }),
        entry('d', { request_id: 'two' }),
        entry('e', { action: 'flag_update', request_id: 'two' }),
        entry('f', { action: 'flag_update', request_id: 'two', old_values: { is_enabled: true } }),
      ]),
    ).toEqual([['a', 'b'], ['c'], ['d'], ['e'], ['f']]);
  });

  it('continues after another line of its request, but not after another request', () => {
    const made = { action: 'environment_create' } as const;
    expect(
      idsOf([
        entry('a', made),
        entry('b', { action: 'project_create' }),
        entry('c', made),
        entry('d', { request_id: 'two' }),
        entry('e', made),
      ]),
    ).toEqual([['a', 'c'], ['b'], ['d'], ['e']]);
  });

  it('has one action on a change request', () => {
    const plan = { action: 'change_request_update' } as const;
    const [approved, applied] = [{ state: 'approved' }, { state: 'applied' }];
    expect(
      idsOf([entry('a', { ...plan, new_values: applied }), entry('b', { ...plan, new_values: approved })]),
    ).toEqual([['a'], ['b']]);
  });

  it('has one entry where the request is unknown', () =>
    expect(idsOf([entry('a', { request_id: null }), entry('b', { request_id: null })])).toEqual([['a'], ['b']]));

  it('names the environment that all its entries share', () => {
    const inDev = entry('a', { environment_id: 'dev', environment_name: 'Development' });
    const inProd = entry('b', { environment_id: 'prod', environment_name: 'Production' });
    const about = (...line: AuditEntryView[]) => environmentOf(line as unknown as Line);
    expect([about(inDev, inDev), about(inDev, inProd), about(entry('c', { environment_name: null }))]).toEqual([
      'Development',
      undefined,
      undefined,
    ]);
  });
});
