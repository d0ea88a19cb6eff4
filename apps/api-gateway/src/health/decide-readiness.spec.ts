import { describe, expect, it } from '@jest/globals';
import { decideReadiness, WAIT_FOR_ALL_MILLISECONDS } from './decide-readiness.js';

describe('whether the api-gateway is ready', () => {
  it('is so once every service has been', () => {
    expect(decideReadiness([], 0)).toEqual({});
  });

  it('waits for every service at first, and names those that are missing', () => {
    expect(decideReadiness(['auth', 'audit'], 0)).toEqual({ obstacle: 'auth, audit are not ready' });
    expect(decideReadiness(['audit'], WAIT_FOR_ALL_MILLISECONDS - 1)).toEqual({ obstacle: 'audit is not ready' });
  });

  it('lets SDKs read after a while, whatever else is missing', () => {
    const degradation = 'audit is not ready. The other services answer.';
    expect(decideReadiness(['audit'], WAIT_FOR_ALL_MILLISECONDS)).toEqual({ degradation });
  });

  it('waits for sdk-gateway however long it takes', () => {
    expect(decideReadiness(['sdk-gateway'], 10 * WAIT_FOR_ALL_MILLISECONDS)).toEqual({
      obstacle: 'sdk-gateway is not ready',
    });
  });
});
