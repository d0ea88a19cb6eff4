import { expect, it } from '@jest/globals';
import { recentApps, recentSdks, sdksOf } from './name-sdks.js';

const NOW = Date.parse('2026-03-02T12:00:00.000Z');
const sdk = (app: string, sdk_version: string, day: number, name = '@burgee/sdk') => ({
  app,
  sdk: name,
  sdk_version,
  seen_at: `2026-03-0${day}T13:00:00.000Z`,
});

it('names the SDKs of an application, each version once', () => {
  const apps = [sdk('shop', '0.3.0', 2), sdk('shop', '0.2.0', 2), sdk('desk', '1', 2, 'unleash-client-node')];
  expect(sdksOf('shop', apps)).toEqual(['@burgee/sdk 0.2.0', '@burgee/sdk 0.3.0']);
  expect(sdksOf('ofrep', apps)).toEqual([]);
});

it("names the SDKs that an environment has now, and not yesterday's", () => {
  expect(recentSdks([sdk('shop', '0.3.0', 2), sdk('desk', '0.3.0', 1), sdk('old', '0.1.0', 1)], NOW)).toEqual([
    '@burgee/sdk 0.1.0',
    '@burgee/sdk 0.3.0',
  ]);
  expect(recentSdks([{ ...sdk('old', '0.1.0', 1), seen_at: '2026-03-01T11:00:00.000Z' }], NOW)).toEqual([]);
  expect(recentSdks([sdk('blank', '', 2, '')], NOW)).toEqual([]);
});

it('names the applications of the last day with their SDKs', () => {
  const apps = [
    sdk('shop', '0.3.0', 2),
    sdk('shop', '0.2.0', 2),
    sdk('desk', '', 2, ''),
    sdk('', '1', 2),
    sdk('', '', 2, ''),
  ];
  expect(recentApps(apps, NOW)).toEqual(['@burgee/sdk 1', 'desk', 'shop (@burgee/sdk 0.2.0, @burgee/sdk 0.3.0)']);
  expect(recentApps([{ ...sdk('old', '0.1.0', 1), seen_at: '2026-03-01T11:00:00.000Z' }], NOW)).toEqual([]);
});
