import { describe, expect, it } from '@jest/globals';
import { decideReadiness, WAIT_FOR_ALL_MILLISECONDS } from './decide-readiness.js';

describe('readiness of the api-gateway', () => {
  it('is reached once every service has been ready', () => {
    expect(decideReadiness([], 0)).toEqual({});
  });

  it('waits for every service at first, and names the missing ones', () => {
    expect(decideReadiness(['auth', 'audit'], 0)).toEqual({ obstacle: 'auth, audit are not ready' });
    expect(decideReadiness(['audit'], WAIT_FOR_ALL_MILLISECONDS - 1)).toEqual({ obstacle: 'audit is not ready' });
  });

  it('is reached after a while with only sdk-gateway ready', () => {
    const degradation = 'audit is not ready. The other services answer.';
    expect(decideReadiness(['audit'], WAIT_FOR_ALL_MILLISECONDS)).toEqual({ degradation });
  });

  it('waits for sdk-gateway without a limit', () => {
    expect(decideReadiness(['sdk-gateway'], 10 * WAIT_FOR_ALL_MILLISECONDS)).toEqual({
      obstacle: 'sdk-gateway is not ready',
    });
  });
});
