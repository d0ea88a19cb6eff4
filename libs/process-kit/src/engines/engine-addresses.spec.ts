import { describe, expect, it } from '@jest/globals';
import { natsServers } from './nats-servers.js';
import { postgresHosts } from './postgres-hosts.js';
import { redisServer } from './redis-server.js';

const CA = { ca: 'the CA' };

describe('Postgres', () => {
  it('has one address per host, without parameters unknown to the driver', () => {
    const { configs, writable } = postgresHosts(
      'postgres://u:p%40ss@a,[::1]:5433/db?target_session_attrs=read-write&options=-c%20x%3D1',
      {},
    );
    expect([configs.map(({ connectionString }) => connectionString), writable]).toEqual([
      ['postgres://u:p%40ss@a/db?options=-c+x%3D1', 'postgres://u:p%40ss@[::1]:5433/db?options=-c+x%3D1'],
      true,
    ]);
  });

  it.each([
    ['', {}, undefined],
    ['', CA, { ca: 'the CA' }],
    ['?sslmode=require', {}, {}],
    ['?sslmode=verify-full', CA, { ca: 'the CA' }],
    ['?sslmode=no-verify', {}, { rejectUnauthorized: false }],
    ['?sslmode=verify-ca', CA, { ca: 'the CA', checkServerIdentity: expect.any(Function) }],
    ['?sslmode=disable', CA, false],
    ['?sslrootcert=/ca.pem&sslmode=verify-full', {}, undefined],
  ])('speaks TLS as its address and the settings say: "%s", %j', (query, tls, ssl) => {
    expect(postgresHosts(`postgres://u:p@a/db${query}`, tls).configs[0]?.ssl).toEqual(ssl);
  });

  it.each(['', '&sslmode=verify-full', '&sslrootcert=/ca.pem&sslmode=verify-full'])(
    'speaks no TLS over a socket, as libpq: "%s"',
    (query) => {
      const { configs } = postgresHosts(`postgres://u:p@b,a/db?host=/cloudsql/p:r:i,a${query}`, CA);
      expect(configs).toEqual([
        { connectionString: 'postgres://u:p@%2Fcloudsql%2Fp%3Ar%3Ai/db', ssl: false },
        { connectionString: 'postgres://u:p@a/db', ssl: { ca: 'the CA' } },
      ]);
    },
  );

  it.each(['prefer', 'allow'])('is refused with sslmode=%s, with the modes to choose from', (mode) => {
    for (const query of [`sslmode=${mode}`, `sslmode=${mode}&uselibpqcompat=true`])
      expect(() => postgresHosts(`postgres://u:secret@a/db?${query}`, {})).toThrow(
        `sslmode=${mode} may go on without TLS: choose one of disable, require, verify-ca, verify-full, no-verify`,
      );
  });

  it.each([
    'redis://u:secret@a',
    'postgres://u:secret@a/db?sslmode=often',
    'postgres://u:secret@a?target_session_attrs=yes',
  ])('is refused without its value: %s', (text) => {
    expect(() => postgresHosts(text, {})).toThrow(/^(?!.*secret).+$/);
  });
});

describe('Redis', () => {
  it.each([
    ['redis://a', { hosts: [{ host: 'a', port: 6379 }], database: 0, tls: false }],
    [
      'rediss://u:p%2F@[::1]:1/2',
      { hosts: [{ host: '::1', port: 1 }], username: 'u', password: 'p/', database: 2, tls: true },
    ],
    ['redis://:p@a', { hosts: [{ host: 'a', port: 6379 }], password: 'p', database: 0 }],
    [
      'rediss+sentinel://u:p@a,b:2/primary/3',
      {
        hosts: [
          { host: 'a', port: 26379 },
          { host: 'b', port: 2 },
        ],
        sentinelName: 'primary',
        database: 3,
        tls: true,
      },
    ],
  ])('is found by %s', (text, server) => {
    expect(redisServer(text)).toMatchObject(server);
  });

  it.each(['http://u:secret@a', 'redis://u:secret@a/x', 'redis://u:secret@a,b', 'redis+sentinel://u:secret@a,b'])(
    'is refused without its value: %s',
    (text) => {
      expect(() => redisServer(text)).toThrow(/^(?!.*secret).+$/);
    },
  );

  it('with several hosts is refused with a hint at Sentinel', () => {
    expect(() => redisServer('redis://a,b')).toThrow('Sentinel');
  });
});

describe('NATS', () => {
  it.each([
    ['nats://u:p@a:1,b', { servers: ['a:1', 'b:4222'], user: 'u', password: 'p', token: undefined, tls: false }],
    ['nats://u:p@a:1,nats://u:p@b:2', { servers: ['a:1', 'b:2'], user: 'u', password: 'p' }],
    ['tls://token@[::1]:1', { servers: ['[::1]:1'], user: undefined, token: 'token', tls: true }],
    ['nats://a', { servers: ['a:4222'], user: undefined, password: undefined, token: undefined }],
  ])('is found by %s', (text, servers) => {
    expect(natsServers(text)).toMatchObject(servers);
  });

  it.each(['ws://u:secret@a', 'nats://u:secret@a/path', 'nats:secret'])('is refused without its value: %s', (text) => {
    expect(() => natsServers(text)).toThrow(/^(?!.*secret).+$/);
  });
});
