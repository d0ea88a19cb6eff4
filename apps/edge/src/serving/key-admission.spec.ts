import { createHash } from 'node:crypto';
import { BufferedBytes } from '@burgee/admission';
import { mintSdkKey } from '@burgee/contracts/wire';
import { WAITING_READ_BYTES } from '@burgee/flag-serving';
import { expect, it } from '@jest/globals';
import { CachedEnvironments } from '../cached/cached-environments.js';
import { KeyAdmission } from './key-admission.js';

it('S72 what a file says is answered at once, and followed from the first key on', async () => {
  const cached = new CachedEnvironments();
  const key = mintSdkKey();
  const keys = [{ hash: createHash('sha256').update(key).digest('hex'), kind: 'sdk' as const, expires_at: null }];
  cached.apply({ kind: 'access', access: { environment_id: 'env', origins: [], keys } });
  cached.apply({ kind: 'flag-set', set: { environmentId: 'env', epoch: 'e', revision: 1, body: Buffer.from('[]') } });
  const brought: unknown[] = [];
  const used: string[] = [];
  const callers = {
    used: (id: string) => used.push(id),
    bring: async (...its: unknown[]) => brought.push(its) > 0,
  };
  const admission = new KeyAdmission(cached, callers);
  const admit = () => admission.admit({ headers: { 'x-sdk-key': key } }, false, () => ['192.0.2.0/24']);
  expect([admit(), admit()]).toEqual([undefined, undefined]);
  expect(brought).toEqual([[key, ['192.0.2.0/24']]]);
  cached.apply({ kind: 'followed', environmentId: 'env' });
  expect(admit()).toBeUndefined();
  expect([brought.length, used]).toEqual([1, ['env', 'env', 'env']]);
});

it('S52 requests that wait for the upstream are bounded by network and by what they ask for, and others find places', async () => {
  const cached = new CachedEnvironments();
  const [strange, mine] = [mintSdkKey(), mintSdkKey()];
  const keys = [{ hash: createHash('sha256').update(mine).digest('hex'), kind: 'sdk' as const, expires_at: null }];
  cached.apply({ kind: 'access', access: { environment_id: 'env', origins: [], keys } });
  const callers = { follows: () => true, used: () => undefined, bring: () => new Promise<boolean>(() => undefined) };
  const admission = new KeyAdmission(cached, callers, new BufferedBytes(70 * WAITING_READ_BYTES));
  const admit = (key: string, last: number) =>
    admission.admit({ headers: { 'x-sdk-key': key } }, false, () => ['192.0.2.0/24', `192.0.2.${last}`]);
  const full = expect.objectContaining({ code: 'overloaded' });
  for (const key of [strange, mine]) {
    const refusals: unknown[] = [];
    for (let count = 0; count < 100; count++) admit(key, count)?.catch((error: unknown) => refusals.push(error));
    await new Promise(setImmediate);
    expect(refusals).toEqual(Array.from({ length: refusals.length }, () => full));
    expect(refusals.length).toBeGreaterThan(80);
  }
  const elsewhere = admission.admit({ headers: { 'x-sdk-key': mintSdkKey() } }, false, () => ['198.51.100.0/24']);
  expect(await Promise.race([elsewhere, new Promise((resolve) => setImmediate(resolve, 'waits'))])).toBe('waits');
});
