import { describe, expect, it } from '@jest/globals';
import { formatEngineUrl, parseEngineUrl } from './engine-url.js';

describe('the address of an engine', () => {
  it.each([
    ['one host', 'postgres://burgee:p%40ss@db:5432/burgee?sslmode=verify-full'],
    ['several hosts', 'postgres://burgee:secret@a:5432,b,[::1]:5433/burgee?target_session_attrs=read-write'],
    ['no user', 'redis://127.0.0.1:6379'],
    ['a token', 'nats://token@a:4222,b:4222'],
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

  it('may repeat the scheme and the user before each host', () => {
    const { username, hosts } = parseEngineUrl('nats://u:p@a:4222, nats://u:p@b:4223,nats://c');
    expect([username, hosts.map(({ host, port }) => `${host}:${port}`)]).toEqual([
      'u',
      ['a:4222', 'b:4223', 'c:undefined'],
    ]);
  });

  it.each(['', 'secret', 'postgres:secret', 'redis://', 'redis://u:secret@', 'nats://a:secret', 'nats://u:%secret@a'])(
    'is refused without its value: "%s"',
    (text) => {
      expect(() => parseEngineUrl(text)).toThrow(/^(?!.*secret).+$/);
    },
  );
});
