import { createHash } from 'node:crypto';
import { mintSdkKey } from '@burgee/contracts/wire';
import { expect, it } from '@jest/globals';
import { HeldEnvironments } from '../held/held-environments.js';
import { KeyAdmission } from './key-admission.js';

it('S72 what a file says is answered at once, and followed from the first key on', async () => {
  const held = new HeldEnvironments();
  const key = mintSdkKey();
  const keys = [{ hash: createHash('sha256').update(key).digest('hex'), kind: 'sdk' as const, expires_at: null }];
  held.apply({ kind: 'access', access: { environment_id: 'env', origins: [], keys } });
  held.apply({ kind: 'flag-set', set: { environmentId: 'env', epoch: 'e', revision: 1, body: Buffer.from('[]') } });
  const brought: unknown[] = [];
  const used: string[] = [];
  const callers = {
    used: (id: string) => used.push(id),
    bring: async (...its: unknown[]) => brought.push(its) > 0,
  };
  const admission = new KeyAdmission(held, callers);
  const admit = () => admission.admit({ 'x-sdk-key': key }, false, () => ['192.0.2.0/24']);
  expect([admit(), admit()]).toEqual([undefined, undefined]);
  expect(brought).toEqual([[key, ['192.0.2.0/24']]]);
  held.apply({ kind: 'followed', environmentId: 'env' });
  expect(admit()).toBeUndefined();
  expect([brought.length, used]).toEqual([1, ['env', 'env', 'env']]);
});
