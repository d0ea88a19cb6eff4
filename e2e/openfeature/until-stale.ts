import { AWAITED_MILLISECONDS, type FaultProxy } from '@burgee/testing';
import { expect, jest } from '@jest/globals';
import type { OpenFeatureSdk } from './open-feature-sdks.js';

/** For `jest.useFakeTimers`: fakes timeouts only. */
export const TIMEOUTS_ALONE = {
  doNotFake: [
    ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
    ...(['setInterval', 'clearInterval'] as const),
  ],
};

/** Skips half a minute without the service: only the client's own timers run ahead. */
export async function untilStale(sdk: OpenFeatureSdk, proxy: FaultProxy): Promise<void> {
  await proxy.refuse();
  const end = performance.now() + AWAITED_MILLISECONDS;
  while (sdk.status() !== 'STALE' && performance.now() < end) {
    jest.advanceTimersByTime(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(sdk.status()).toBe('STALE');
}
