import { expect, it } from '@jest/globals';
import { LookUpLimit } from './look-up-limit.js';

it('limits look-ups per second for an address block, and not for another block', async () => {
  const limit = new LookUpLimit();
  const results = await Promise.allSettled(Array.from({ length: 40 }, (_, i) => limit.take(`2001:db8::${i}`)));
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(10);
  expect(refused[0]).toMatchObject({ reason: { code: 'too_many_requests', options: { retryAfterSeconds: 1 } } });
  await limit.take('2001:db8:0:1::1');
});
