import { describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { ChangeLimits } from '../quotas/change-limits.js';
import { PreferencesRepository } from './preferences.repository.js';

const LIMITS = {
  CHANGES_PER_SECOND: 100,
  CHANGES_BURST: 1_000,
  CHANGED_BYTES_PER_SECOND: 1,
  CHANGED_BYTES_BURST: 9_000,
};
const USER = { id: 'ada' };
const VIEWS = [{ name: 'Mine', search: 's'.repeat(950) }];
const FAVORITES = Array.from({ length: 60 }, () => 'f');

/** @param rows that every statement answers with */
function newPreferences(rows: object[]) {
  const limits = new ChangeLimits(LIMITS);
  limits.assertBytesLeft(USER.id, '192.0.2.1');
  limits.take('p', USER.id);
  const preferences = new PreferencesRepository({ sql: async () => rows } as unknown as DataSource, limits);
  return { preferences, areBytesLeft: () => () => limits.assertBytesLeft(USER.id, '192.0.2.1') };
}

describe('preferences', () => {
  it.each([
    ['views', { views: VIEWS }],
    ['favorites', { favorite_ids: FAVORITES }],
  ])('S77 %s count among the bytes that an account writes', async (_, request) => {
    const { preferences, areBytesLeft } = newPreferences([{}]);
    for (let n = 0; n < 8; n++) await preferences.update('p', USER, request);
    expect(areBytesLeft()).not.toThrow();
    await preferences.update('p', USER, request);
    expect(areBytesLeft()).toThrow('CHANGED_BYTES_PER_SECOND');
  });

  it('that were not written count for nothing', async () => {
    const { preferences, areBytesLeft } = newPreferences([]);
    for (let n = 0; n < 20; n++) await preferences.update('p', USER, { views: VIEWS }).catch(() => undefined);
    expect(areBytesLeft()).not.toThrow();
  });
});
