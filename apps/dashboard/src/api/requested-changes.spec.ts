import { describe, expect, it } from '@jest/globals';
import { environmentOf, requestedChanges } from './requested-changes.js';

describe('what a refused call wanted to change', () => {
  it('of one value, by a switch or an edit', () => {
    for (const path of ['/api/flags/f/environments/e/toggle', '/api/flags/f/environments/e'])
      expect(requestedChanges('PATCH', path, { is_enabled: true })).toEqual({
        environmentId: 'e',
        changes: [{ flag_id: 'f', patch: { is_enabled: true } }],
      });
  });

  it('of many values, without what they were when they were read', () => {
    const changes = [{ flag_id: 'f', patch: { is_enabled: true }, if_match: 'x' }];
    expect(requestedChanges('POST', '/api/environments/e/changes', { changes })).toEqual({
      environmentId: 'e',
      changes: [{ flag_id: 'f', patch: { is_enabled: true } }],
    });
  });

  it('of whole flags, one or many, in the environment that requires the most approvals', () => {
    const of = (action: string, ...ids: string[]) => ({
      environmentId: undefined,
      changes: ids.map((flag_id) => ({ flag_id, action })),
    });
    expect(requestedChanges('DELETE', '/api/flags/f', undefined)).toEqual(of('delete', 'f'));
    for (const action of ['archive', 'unarchive'])
      expect(requestedChanges('POST', `/api/flags/f/${action}`, undefined)).toEqual(of(action, 'f'));
    const many = (action: string, flag_ids: string[]) =>
      requestedChanges('POST', '/api/projects/p/flags/changes', { action, flag_ids });
    expect(many('archive', ['f', 'g'])).toEqual(of('archive', 'f', 'g'));
    expect(many('unarchive', ['f'])).toEqual(of('unarchive', 'f'));
    expect(many('tag', ['f'])).toBeUndefined();
  });

  it.each([
    ['PATCH', '/api/flags/f'],
    ['POST', '/api/flags/f/environments/e/revert'],
    ['POST', '/api/projects/p/promote'],
  ])('returns undefined for a call that has no request: %s %s', (method, path) => {
    expect(requestedChanges(method, path, {})).toBeUndefined();
  });
});

it('reads the environment from the path or from the target of a promotion', () => {
  expect(environmentOf('/api/flags/f/environments/e/revert', {})).toBe('e');
  expect(environmentOf('/api/environments/e/restore', {})).toBe('e');
  expect(environmentOf('/api/projects/p/promote', { from: 'd', to: 'e' })).toBe('e');
  expect(environmentOf('/api/flags/f/archive', undefined)).toBeUndefined();
});
