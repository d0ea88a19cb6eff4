import { parseEngineUrl } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import type { Engines } from '../engines/start-engines.js';
import { makeSecrets } from '../secrets/secrets.js';
import { databaseUrlFor, serviceSpecs } from './service-specs.js';

const engine = (name: 'postgres' | 'redis' | 'nats') => ({ name, url: `${name}://owner@pooler:1`, urlFor: () => name });
const engines: Engines = { postgres: engine('postgres'), redis: engine('redis'), nats: engine('nats') };

const options = {
  engines,
  secrets: makeSecrets(),
  ports: { gateway: 1, sdkGateways: [2], auth: 3, flagsAdmins: [4, 5], audit: 6, usage: 7, ops: [] },
  database: 'burgee',
  dataDir: '/data',
  shared: {},
};

describe('the settings of the services', () => {
  it('name the certificates of an engine to the services that use it', () => {
    const shared = { DATABASE_CA_FILE: '/ca', REDIS_CERT_FILE: '/cert', NATS_NKEY: 'seed', LOG_LEVEL: 'warn' };
    const given = serviceSpecs({ ...options, shared }).map(({ name, env }) => [
      name,
      Object.keys(env).filter((setting) => setting in shared),
    ]);
    expect(Object.fromEntries(given)).toEqual({
      auth: Object.keys(shared),
      'flags-admin-1': Object.keys(shared),
      'flags-admin-2': Object.keys(shared),
      audit: ['DATABASE_CA_FILE', 'NATS_NKEY', 'LOG_LEVEL'],
      usage: ['DATABASE_CA_FILE', 'NATS_NKEY', 'LOG_LEVEL'],
      'sdk-gateway-1': Object.keys(shared),
      'api-gateway': ['LOG_LEVEL'],
    });
  });

  it('reach Postgres over its Unix socket', () => {
    const url = databaseUrlFor('postgres://owner:pw@/x?host=/cloudsql/p:r:i', options.secrets, 'burgee', 'audit');
    expect(parseEngineUrl(url)).toMatchObject({
      username: 'burgee_audit',
      hosts: [{ host: '/cloudsql/p:r:i', port: undefined }],
      path: '/burgee',
    });
  });

  it('leave the usage service out when usage is off', () => {
    const specs = serviceSpecs({ ...options, shared: { USAGE: 'off' } });
    expect(specs.filter(({ name, env }) => name === 'usage' || env.USAGE_URL !== undefined)).toEqual([]);
  });

  it('give services with an outbox a direct Postgres URL, each with its own role', () => {
    const specs = serviceSpecs({ ...options, directUrl: 'postgres://owner:secret@direct:2/burgee' });
    const direct = specs.filter(({ env }) => env.DATABASE_URL_DIRECT !== undefined);
    expect(direct.map(({ name }) => name)).toEqual(['auth', 'flags-admin-1', 'flags-admin-2']);
    for (const { env } of direct) {
      const [pooled, itself] = [new URL(env.DATABASE_URL ?? ''), new URL(env.DATABASE_URL_DIRECT ?? '')];
      expect([pooled.host, itself.host]).toEqual(['pooler:1', 'direct:2']);
      expect([itself.username, itself.password]).toEqual([pooled.username, pooled.password]);
    }
  });
});
