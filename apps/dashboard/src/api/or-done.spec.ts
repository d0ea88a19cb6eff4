import { describe, expect, it, jest } from '@jest/globals';
import { ApiError } from './api-error.js';
import { orDone } from './or-done.js';

const failure = (status: number) => new ApiError(status, 'unavailable', 'why', null, undefined, true);

describe('a change that failed', () => {
  it('counts as made where the answer was 503 and its effect is there', async () => {
    await expect(orDone(Promise.reject(failure(503)), async () => true)).resolves.toBeUndefined();
  });

  it.each([
    ['its effect is not there', async () => false],
    ['nothing can be read', () => Promise.reject(new Error('down'))],
  ])('fails with its own error where %s', async (_, isDone) => {
    const error = failure(503);
    await expect(orDone(Promise.reject(error), isDone)).rejects.toBe(error);
  });

  it('fails without a look where it was refused', async () => {
    const [error, isDone] = [failure(403), jest.fn(async () => true)];
    await expect(orDone(Promise.reject(error), isDone)).rejects.toBe(error);
    expect(isDone).not.toHaveBeenCalled();
  });
});
