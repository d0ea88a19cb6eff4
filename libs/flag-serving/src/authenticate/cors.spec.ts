import { describe, expect, it } from '@jest/globals';
import { preflightHeaders } from './cors.js';

const allowed = (url: string, requested?: string) =>
  preflightHeaders('https://shop.example.com', url, requested)['access-control-allow-headers']?.split(', ') ?? [];

describe('a preflight of a registered origin', () => {
  it.each(['/api/v1/flags', '/ofrep/v1/evaluate/flags', '/unleash/api/frontend', '/api/v1/usage'])(
    'allows at %s the headers that libraries for tracing add to fetch',
    (url) => {
      expect(allowed(url, 'Traceparent, baggage,sentry-trace')).toEqual([
        ...allowed(url),
        'traceparent',
        'baggage',
        'sentry-trace',
      ]);
    },
  );

  it('allows each name once', () => {
    expect(allowed('/api/v1/flags', 'x-sdk-key,x-a,x-a')).toEqual([...allowed('/api/v1/flags'), 'x-a']);
  });

  it.each([
    ['a wildcard', '*', []],
    ['a line break', 'x-a\r\nset-cookie: b=c,x-b', ['x-b']],
    ['what is no field name', 'a b,(c),"d",é,,x-b', ['x-b']],
    [
      'more than 50 names',
      Array.from({ length: 80 }, (_, index) => `x-${index}`).join(),
      Array.from({ length: 50 }, (_, index) => `x-${index}`),
    ],
    ['more than 2 kB', `${'a'.repeat(2_000)},${'b'.repeat(100)},x-c`, ['a'.repeat(2_000), 'x-c']],
  ])('drops %s', (_what, requested, rest) => {
    const own = allowed('/api/v1/flags');
    expect(allowed('/api/v1/flags', requested).slice(own.length)).toEqual(rest);
  });

  it('never allows credentials or every origin', () => {
    const headers = preflightHeaders('https://shop.example.com', '/api/v1/flags', '*');
    expect(Object.keys(headers)).not.toContain('access-control-allow-credentials');
    expect(Object.values(headers)).not.toContain('*');
  });
});
