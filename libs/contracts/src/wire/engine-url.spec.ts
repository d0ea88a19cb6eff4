import { describe, expect, it } from '@jest/globals';
import { formatEngineUrl, parseEngineUrl } from './engine-url.js';

describe('the address of an engine', () => {
  it.each([
    ['one host', 'postgres://burgee:p%40ss@db:5432/burgee?sslmode=verify-full'],
    ['several hosts', 'postgres://burgee:secret@a:5432,b,[::1]:5433/burgee?target_session_attrs=read-write'],
    ['no user', 'redis://127.0.0.1:6379'],
    ['a token', 'nats://token@a:4222,b:4222'],
    ['a Unix socket', 'postgres://burgee@%2Fvar%2Frun%2Fpostgresql:5433,b/burgee?a=b'],
    ['a service behind sentinels', 'redis+sentinel://gateway:secret@a:26379,b:26379/primary'],
  ])('is read and written alike: %s', (_what, text) => {
    expect(formatEngineUrl(parseEngineUrl(text))).toBe(text);
  });

  it('has its parts decoded', () => {
    expect(parseEngineUrl('postgres://us%20er:p%2Fa:s@[fe80::1]:5433/db?a=b')).toEqual({
      scheme: 'postgres',
      username: 'us er',
      password: 'p/a:s',
      hosts: [{ host: 'fe80::1', port: 5433 }],
      path: '/db',
      query: '?a=b',
    });
  });

  it.each([
    ['postgres://u:p@/db?host=/var/run/postgresql', '/var/run/postgresql:undefined'],
    ['postgresql:///db?host=/cloudsql/my:eu:db', '/cloudsql/my:eu:db:undefined'],
    ['postgres://u@localhost:5432/db?host=/tmp&port=5433', '/tmp:5433'],
    ['postgres://u@/db?host=/a,b&port=1,2', '/a:1,b:2'],
    ['postgres://u@%2Fvar%2Frun%2Fpostgresql/db', '/var/run/postgresql:undefined'],
  ])('names the Unix socket of Postgres as libpq does: %s', (text, expected) => {
    const url = parseEngineUrl(`${text}${text.includes('?') ? '&' : '?'}sslmode=disable`);
    expect(url.hosts.map(({ host, port }) => `${host}:${port}`).join()).toBe(expected);
    expect([url.path, url.query]).toEqual(['/db', '?sslmode=disable']);
    expect(parseEngineUrl(formatEngineUrl(url))).toEqual(url);
  });

  it('may repeat the scheme and the user before each host', () => {
    const { username, hosts } = parseEngineUrl('nats://u:p@a:4222, nats://u:p@b:4223,nats://c');
    expect([username, hosts.map(({ host, port }) => `${host}:${port}`)]).toEqual([
      'u',
      ['a:4222', 'b:4223', 'c:undefined'],
    ]);
  });

  it.each([
    'redis://:secret@%2Ftmp',
    'postgres://u:secret@/db',
    'nats:///?host=/secret',
    '',
    'secret',
    'postgres:secret',
    'redis://',
    'redis://u:secret@',
    'nats://a:secret',
    'nats://u:%secret@a',
  ])('is refused without its value: "%s"', (text) => {
    expect(() => parseEngineUrl(text)).toThrow(/^(?!.*secret).+$/);
  });
});
