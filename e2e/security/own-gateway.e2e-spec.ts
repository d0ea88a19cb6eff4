import { join } from 'node:path';
import { freePort, makeSecrets, serviceProcess } from '@burgee/launcher';
import { settingsOnPage, sharedCluster, TestClient, unique } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';

const { root, dataDir } = sharedCluster();

/** Also a loopback address, but not 127.0.0.1. */
const OTHER_LOOPBACK = '127.0.0.2';

describe('an api-gateway that is open to the network, without services', () => {
  let gateway: ReturnType<typeof serviceProcess>;
  let ports: { main: number; ops: number };

  beforeAll(async () => {
    ports = { main: await freePort(), ops: await freePort() };
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const env = {
      HOST: '0.0.0.0',
      PORT: String(ports.main),
      OPS_PORT: String(ports.ops),
      ALLOWED_HOSTS: 'flags.example.com',
      KEEP_ALIVE_SECONDS: '600',
      AUTH_URL: nowhere,
      FLAGS_ADMIN_URL: nowhere,
      AUDIT_URL: nowhere,
      SDK_GATEWAY_URLS: nowhere,
      SESSION_PUBLIC_KEY: makeSecrets().SESSION_PUBLIC_KEY,
    };
    const spec = { name: unique('api-gateway-open'), app: 'api-gateway', port: ports.main, opsPort: ports.ops, env };
    gateway = serviceProcess(root, join(dataDir, 'logs'), spec, false);
    await gateway.start();
  });
  afterAll(() => gateway?.stop());

  const status = async (host: string, port: number, path: string) =>
    (await fetch(`http://${host}:${port}${path}`)).status;

  it('S51 listens on HOST, and on loopback alone with its internal port, as docs/reference/configuration.md says', async () => {
    expect(await status(OTHER_LOOPBACK, ports.main, '/livez')).toBe(200);
    expect(await status('127.0.0.1', ports.ops, '/metrics')).toBe(200);
    const onPage = settingsOnPage('Every service').find(({ name }) => name === 'OPS_HOST');
    expect(onPage).toMatchObject({ default: '`127.0.0.1`', meaning: expect.stringContaining('independent of HOST') });
    await expect(status(OTHER_LOOPBACK, ports.ops, '/metrics')).rejects.toThrow('fetch failed');
  });

  it('answers pages and the dashboard API to its own names alone, SDKs and probes to any', async () => {
    const get = (path: string, host: string) => new TestClient(`http://127.0.0.1:${ports.main}`).get(path, { host });
    for (const path of ['/', '/api/auth/me', '/docs/'])
      expectProblem(await get(path, 'evil.example'), 421, 'host_not_allowed');
    expect((await get('/docs/', 'flags.example.com:8443')).status).toBe(200);
    expect((await get('/livez', 'evil.example')).status).toBe(200);
    expectProblem(await get('/api/v1/flags', 'evil.example'), 503, 'unavailable');
  });

  it('KEEP_ALIVE_SECONDS: keeps idle connections as long as a load balancer does', async () => {
    const { headers } = await fetch(`http://127.0.0.1:${ports.main}/livez`);
    expect(headers.get('keep-alive')).toBe('timeout=600');
  });

  it('S42 answers with a problem document at every address of its own', async () => {
    const client = new TestClient(`http://127.0.0.1:${ports.main}`);
    expectProblem(await client.get('/openapi.json', { host: 'flags.example.com' }), 503, 'unavailable');
    expectProblem(await client.get('/docs', { host: 'evil.example' }), 421, 'host_not_allowed');
  });

  it('S48 answers 503 with the headers of any other answer', async () => {
    const client = new TestClient(`http://127.0.0.1:${ports.main}`);
    const { headers } = await client.get('/api/projects', { host: 'flags.example.com' });
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'content-type': 'application/problem+json; charset=utf-8',
      'retry-after': '1',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });
});
