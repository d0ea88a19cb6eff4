import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BodyBudget } from './body-budget.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const from = (ip: string, bytes: number) => ({ ip, headers: { 'content-length': `${bytes}` } });
const unknownFrom = (ip: string) => ({ ip, headers: { 'transfer-encoding': 'chunked' } });
/** Sends as much as one network may at once, and a little more. */
function overdraw(budget: BodyBudget, ip: string) {
  for (let i = 0; i < 4; i++) budget.begin(from(ip, 12_000_000))(12_000_000);
}

describe('the budget of bodies', () => {
  it('S141 refuses large bodies of a network that has sent too many, says until when, and none of another', () => {
    const budget = new BodyBudget();
    overdraw(budget, '192.0.2.1');
    expect(budget.refusalOf(from('192.0.2.1', 130_000))).toMatchObject({
      code: 'too_many_requests',
      options: { retryAfterSeconds: 3 },
      message:
        'One address may send 4 MB in a second, and 40 MB at once, in bodies of more than 4 kB, and yours has sent more. Try again in 3 s.',
    });
    expect(budget.refusalOf(unknownFrom('192.0.2.1'))).toBeDefined();
    expect(budget.refusalOf(from('192.0.2.2', 130_000))).toBeUndefined();
    jest.advanceTimersByTime(3_000);
    expect(budget.refusalOf(from('192.0.2.1', 130_000))).toBeUndefined();
  });

  it('S141 is of the /48 of an IPv6 address', () => {
    const budget = new BodyBudget();
    overdraw(budget, '2001:db8:1:1::1');
    expect(budget.refusalOf(from('2001:db8:1:2::1', 130_000))).toBeDefined();
  });

  it('S141 counts what comes without its length, and ends what overdraws by more than the largest body has', () => {
    const budget = new BodyBudget();
    const spend = budget.begin(unknownFrom('192.0.2.1'));
    for (let i = 0; i < 620; i++) spend(65_536);
    expect(budget.refusalOf(unknownFrom('192.0.2.1'))).toBeDefined();
    expect(() => {
      for (let i = 0; i < 400; i++) spend(65_536);
    }).toThrow('yours has sent more');
  });

  it('is neither asked nor spent by small bodies, of which requests are limited, and by none', () => {
    const budget = new BodyBudget();
    for (let i = 0; i < 20_000; i++) budget.begin(from('192.0.2.1', 4_096))(4_096);
    expect(budget.refusalOf(from('192.0.2.1', 4_097))).toBeUndefined();
    overdraw(budget, '192.0.2.1');
    expect(budget.refusalOf(from('192.0.2.1', 50))).toBeUndefined();
    expect(budget.refusalOf({ ip: '192.0.2.1', headers: {} })).toBeUndefined();
  });
});
