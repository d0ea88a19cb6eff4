import { expect, it } from '@jest/globals';
import { CallLimit } from './call-limit.js';

it('limits calls of one link per second, and not those of another', async () => {
  const limit = new CallLimit();
  const results = await Promise.allSettled(Array.from({ length: 12 }, () => limit.take('one')));
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(2);
  expect(refused[0]).toMatchObject({ reason: { code: 'too_many_requests', options: { retryAfterSeconds: 1 } } });
  await limit.take('other');
});
