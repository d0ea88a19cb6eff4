import { expect, it } from '@jest/globals';
import { CachedEnvironments } from '../cached/cached-environments.js';
import { UpstreamFlagSource } from '../source/upstream-flag-source.js';
import { OriginChecks } from '../upstream/origin-checks.js';
import { OriginAdmission } from './origin-admission.js';

const networks = () => ['192.0.2.0/24', '192.0.2.7'];

it('S120 an origin is looked up for the networks of its caller where it is not known here, and once', async () => {
  const cached = new CachedEnvironments();
  cached.apply({ kind: 'access', access: { environment_id: 'env', origins: ['https://here.example'], keys: [] } });
  const asked: unknown[] = [];
  const checks = new OriginChecks(async (origin) => !origin.includes('strange'));
  const isRegistered = (...question: Parameters<OriginChecks['isRegistered']>) => {
    asked.push(question);
    return checks.isRegistered(...question);
  };
  const origins = new OriginAdmission(cached, { isRegistered });
  for (const known of [undefined, 'no origin', 'https://here.example'])
    expect(origins.admit(known, networks)).toBeUndefined();
  expect(asked).toEqual([]);
  for (const origin of ['https://there.example', 'https://strange.example']) {
    await origins.admit(origin, networks);
    const source = new UpstreamFlagSource(cached, (its) => isRegistered(its), Infinity);
    const { originRegistered } = await source.lookUp(undefined, origin).result;
    expect(originRegistered).toBe(origin === 'https://there.example');
    expect(asked.splice(0)).toEqual([[origin, networks()], [origin]]);
  }
});

it('S120 a request whose origin was not looked up is answered that way, and nothing is asked again for it', async () => {
  let asked = 0;
  const checks = new OriginChecks(async () => {
    asked++;
    throw new Error('the upstream is silent');
  });
  await new OriginAdmission(new CachedEnvironments(), checks).admit('https://there.example', networks);
  await expect(checks.isRegistered('https://there.example')).rejects.toThrow('silent');
  expect(asked).toBe(1);
});
