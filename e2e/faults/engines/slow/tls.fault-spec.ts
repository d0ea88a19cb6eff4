import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { type EngineName, freePort } from '@burgee/launcher';
import { eventually } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { OutboxFixture } from '../../outbox-fixture.js';
import { type Certificates, makeCertificates } from '../certificates.js';
import { expectState } from '../dependency-states.js';

const SERVICES: Record<string, EngineName[]> = {
  auth: ['postgres', 'redis'],
  'flags-admin': ['postgres', 'redis', 'nats'],
  audit: ['postgres', 'nats'],
  usage: ['postgres', 'nats'],
  'sdk-gateway-1': ['postgres', 'redis', 'nats'],
};
const GATEWAY = 'sdk-gateway-1';

let files: Certificates;
let fixture: OutboxFixture;
let redisPort: number;
let redis: Redis;

/** The settings with which a service reaches engines that want a client certificate. */
function settingsOf(service: string): Record<string, string> {
  const url = new URL(fixture.cluster.services[service]!.setting('REDIS_URL') || 'redis://none');
  url.port = String(redisPort);
  const engines = ['DATABASE', 'REDIS', 'NATS'].map((engine): Record<string, string> => ({
    [`${engine}_CA_FILE`]: files.ca,
    [`${engine}_CERT_FILE`]: files.client,
    [`${engine}_KEY`]: readFileSync(files.clientKey, 'utf8'),
  }));
  return Object.assign({ REDIS_URL: url.href.replace('redis:', 'rediss:') }, ...engines) as Record<string, string>;
}

async function restart(service: string, settings = settingsOf(service)): Promise<void> {
  await fixture.cluster.services[service]!.stop();
  await fixture.cluster.services[service]!.start(settings);
}

async function expectAll(reason: string | null): Promise<void> {
  for (const [service, engines] of Object.entries(SERVICES))
    for (const engine of engines) await expectState(fixture, service, engine, reason);
}

/** Switches the engines to this certificate, and makes every service reconnect. */
async function show(certificate: string): Promise<void> {
  copyFileSync(certificate, files.postgres);
  await fixture.query('select pg_reload_conf()');
  await redis.config('SET', 'tls-cert-file', certificate);
  await fixture.cluster.nats.reload((text) =>
    text.replace(/cert_file: "[^"]+"/, `cert_file: ${JSON.stringify(certificate)}`),
  );
  await redis.call('CLIENT', 'KILL', 'TYPE', 'normal');
  for (const [service, engines] of Object.entries(SERVICES))
    for (const engine of engines.filter((one) => one !== 'redis')) {
      const link = fixture.cluster.link(service, engine);
      link.reset();
      await link.pass();
    }
}

beforeAll(async () => {
  files = makeCertificates();
  redisPort = await freePort();
  fixture = await OutboxFixture.start({
    postgresSettings: [
      'ssl=on',
      `ssl_cert_file=${files.postgres}`,
      `ssl_key_file=${files.postgresKey}`,
      `ssl_ca_file=${files.ca}`,
    ],
    redisSettings: [
      `tls-port ${redisPort}`,
      `tls-cert-file ${files.server}`,
      `tls-key-file ${files.serverKey}`,
      `tls-ca-cert-file ${files.ca}`,
      'tls-auth-clients yes',
    ],
  });
  redis = new Redis(fixture.cluster.redisAdminUrl);
  const [{ hba_file: rules }] = (await fixture.query<{ hba_file: string }>('show hba_file')) as [{ hba_file: string }];
  const { username } = new URL(fixture.cluster.databaseUrl);
  writeFileSync(
    rules,
    `host all ${username} 127.0.0.1/32 scram-sha-256\nhostssl all all 127.0.0.1/32 scram-sha-256 clientcert=verify-ca\n`,
  );
  await fixture.query('select pg_reload_conf()');
  const { nats } = fixture.cluster;
  await nats.stop();
  const names = { cert_file: files.server, key_file: files.serverKey, ca_file: files.ca };
  const lines = Object.entries(names).map(([name, file]) => `${name}: ${JSON.stringify(file)}`);
  await nats.configure(`tls: { ${lines.join(', ')}, verify: true }`);
  await nats.start();
  for (const service of Object.keys(SERVICES)) await restart(service);
}, 120_000);
afterAll(async () => {
  redis?.disconnect();
  await fixture?.stop();
  files?.remove();
});

describe('engines by TLS', () => {
  it('work with a CA and a client certificate, and every connection is encrypted', async () => {
    await expectAll(null);
    await eventually(() => fixture.flip(3));
    await fixture.readFresh();
    await fixture.expectAuditComplete();
    const plain = await fixture.query(
      `select usename from pg_stat_ssl join pg_stat_activity using (pid)
       where usename like 'burgee\\_%' and (not ssl or client_dn is null)`,
    );
    expect(plain).toEqual([]);
  });

  it('F42: their certificate expires: each service names it, goes on, and heals when it is renewed', async () => {
    await fixture.readFresh();
    await show(files.expired);
    await expectAll('certificate_expired');
    const { status, headers } = await fixture.read();
    expect([status, headers['burgee-freshness']]).toEqual([200, expect.stringMatching(/^stale/)]);
    await show(files.server);
    await expectAll(null);
    await eventually(() => fixture.flip());
    await fixture.readFresh();
    await fixture.expectAuditComplete();
  });

  it('F42: their CA is not known here, or they do not get the client certificate that they want', async () => {
    const { DATABASE_CERT_FILE: _d, DATABASE_KEY: _k, ...others } = settingsOf(GATEWAY);
    await restart(GATEWAY, others);
    await expectState(fixture, GATEWAY, 'postgres', 'authentication');
    const otherCa = { DATABASE_CA_FILE: files.otherCa, REDIS_CA_FILE: files.otherCa, NATS_CA_FILE: files.otherCa };
    await restart(GATEWAY, { ...settingsOf(GATEWAY), ...otherCa });
    for (const engine of SERVICES[GATEWAY]!) await expectState(fixture, GATEWAY, engine, 'certificate_untrusted');
    const { REDIS_CERT_FILE: _r, REDIS_KEY: _s, ...without } = settingsOf(GATEWAY);
    await restart(GATEWAY, without);
    await expectState(fixture, GATEWAY, 'redis', 'client_certificate');
    await restart(GATEWAY);
    for (const engine of SERVICES[GATEWAY]!) await expectState(fixture, GATEWAY, engine);
    await fixture.readFresh();
  });
});
