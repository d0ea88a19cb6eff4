import { describe, expect, it } from '@jest/globals';
import { disownRequest, isOwnRequest, newRequestId, ownRequestId } from './own-requests.js';

describe('an id of a request', () => {
  it('counts as own for a change only, until its answer is lost', () => {
    const [reading, change] = [newRequestId(), ownRequestId()];
    expect(reading).not.toBe(change);
    expect([reading, change].map(isOwnRequest)).toEqual([false, true]);
    disownRequest(change);
    expect(isOwnRequest(change)).toBe(false);
  });
});
