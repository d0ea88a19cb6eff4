import { describe, expect, it } from '@jest/globals';
import { decideOutcome } from './decide-outcome.js';

const DAY = 86_400_000;
const first = { attempts: 1, leftMs: DAY };
const FAILED = { state: 'failed', delayMs: null, isGone: false };

describe('outcome of a delivery attempt', () => {
  it('counts any 2xx as delivered', () => {
    for (const status of [200, 201, 202, 204, 299])
      expect(decideOutcome({ status }, first, 0)).toEqual({ state: 'delivered', delayMs: null, isGone: false });
  });

  it('retries everything else: no response, redirects, refusals and errors', () => {
    for (const status of [null, 100, 199, 300, 301, 307, 400, 401, 404, 429, 500, 503])
      expect(decideOutcome({ status }, first, 0.5)).toEqual({ state: 'waiting', delayMs: 5_000, isGone: false });
  });

  it('treats 410 as final, and reports the endpoint as gone', () => {
    expect(decideOutcome({ status: 410 }, first, 0)).toEqual({ ...FAILED, isGone: true });
  });

  it('waits longer each time, and gives up within 24 hours, after more than 20', () => {
    let [waited, attempts] = [0, 1];
    const delays: number[] = [];
    while (attempts < 100) {
      const outcome = decideOutcome({ status: 500 }, { attempts, leftMs: DAY - waited }, 0.5);
      if (outcome.delayMs === null) break;
      delays.push(outcome.delayMs);
      waited += outcome.delayMs;
      attempts++;
    }
    expect(delays).toEqual(delays.toSorted((a, b) => a - b));
    expect(waited).toBeGreaterThan(16 * 3_600_000);
    expect(waited).toBeLessThanOrEqual(DAY);
    expect(attempts).toBeGreaterThan(10);
  });

  it('spreads the retries of simultaneous failures', () => {
    const delays = [0, 0.5, 1].map((random) => decideOutcome({ status: 500 }, first, random).delayMs);
    expect(delays).toEqual([4_500, 5_000, 5_500]);
  });

  it('waits as long as the endpoint asks, up to an hour', () => {
    const after = (retryAfter: string) => decideOutcome({ status: 429, retryAfter }, first, 0.5).delayMs;
    expect(['120', '1', '999999', 'soon', '-1', '120x', 'x120'].map(after)).toEqual([
      120_000, 5_000, 3_600_000, 5_000, 5_000, 5_000, 5_000,
    ]);
  });

  it('retries at the last moment, and not after it', () => {
    expect(decideOutcome({ status: 500 }, { attempts: 1, leftMs: 5_000 }, 0.5).delayMs).toBe(5_000);
    expect(decideOutcome({ status: 500 }, { attempts: 1, leftMs: 4_999 }, 0.5)).toEqual(FAILED);
  });

  it('never retries a test', () => {
    expect(decideOutcome({ status: 500 }, { attempts: 1, leftMs: -3 }, 0)).toEqual(FAILED);
  });
});
