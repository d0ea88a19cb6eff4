import type { UsageWindow } from '@burgee/contracts/wire';
import { expect, it } from '@jest/globals';
import { EdgeUsage } from './edge-usage.js';

it('counts a window once per environment, over all processes', async () => {
  const noted = new Set<string>();
  const isNew = async (window: string) => !noted.has(window) && Boolean(noted.add(window));
  const [one, other] = [new EdgeUsage(isNew, () => undefined), new EdgeUsage(isNew, () => undefined)];
  const reports = [{ app: 'shop', sdk: 's', sdk_version: '1', flags: { theme: { on: 1 } }, unknown: {} }];
  const window: UsageWindow = { window: 'w', reports };
  for (const usage of [one, one, other]) expect(usage.add('env', window, 'sdk')).toBe(true);
  other.add('another', window, 'sdk');
  await undefined;
  await undefined;
  const flagsOf = (usage: EdgeUsage) =>
    [...usage.take()].map(({ environmentId, reports: [report] }) => [environmentId, report?.flags]);
  expect(flagsOf(one)).toEqual([['env', { theme: { on: 1 } }]]);
  expect(flagsOf(other)).toEqual([['another', { theme: { on: 1 } }]]);
});
