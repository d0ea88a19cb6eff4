import { eventually } from '@burgee/testing';
import { expect } from '@jest/globals';
import type { Estate } from './estate.js';
import type { Traffic } from './traffic.js';

/** Ends the traffic: no request has failed, every stream has every event, and each toggle is audited once. */
export async function expectNothingLost(estate: Estate, traffic: Traffic): Promise<void> {
  const { sent, etag } = await traffic.stop();
  expect(sent.filter(({ failures }) => failures.length > 0)).toEqual([]);
  for (const { answered } of sent) expect(answered).toBeGreaterThan(100);
  await eventually(() => {
    const positions = new Set(traffic.streams.map(({ position }) => `W/"${position?.epoch}-${position?.revision}"`));
    expect([...positions]).toEqual([etag]);
  }, 60_000);
  expect(traffic.streams.flatMap(({ violations }) => violations)).toEqual([]);
  // A snapshot would hide what was lost: after the first, each came back to where it was.
  expect(new Set(traffic.streams.map(({ snapshots }) => snapshots))).toEqual(new Set([1]));
  const toggles = sent.find(({ what }) => what === 'toggles')?.answered;
  await eventually(async () => expect(await estate.countEntries(traffic.flag.id, 'flag_toggle')).toBe(toggles), 60_000);
}
