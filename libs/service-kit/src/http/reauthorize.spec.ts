import { afterEach, expect, it, jest } from '@jest/globals';
import { reauthorize } from './reauthorize.js';

afterEach(() => {
  jest.restoreAllMocks();
});

it('reauthorizes a long request once per interval, until it is refused', async () => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(0);
  const lookUp = jest.fn(async () => undefined);
  const check = reauthorize({ reauthorize: lookUp }, 5_000);
  for (const at of [0, 4_999, 5_000, 9_999]) {
    now.mockReturnValue(at);
    await check();
  }
  expect(lookUp).toHaveBeenCalledTimes(1);
  now.mockReturnValue(10_000);
  lookUp.mockRejectedValueOnce(new Error('signed out'));
  await expect(check()).rejects.toThrow('signed out');
});
