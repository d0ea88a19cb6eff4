import { describe, expect, it } from '@jest/globals';
import { forwardedHeaders } from './forwarded-headers.js';

describe('forwarded headers', () => {
  it("hold what the gateway knows, and none of the caller's claims about itself", () => {
    const claims = {
      'x-forwarded-for': '1.2.3.4',
      'x-user-id': 'admin',
      forwarded: 'for=1',
      'x-real-ip': '1.2.3.4',
      accept: '*/*',
      'x-forwarded-secret': 'guessed',
      'content-length': '7',
      'transfer-encoding': 'chunked',
      'keep-alive': 'timeout=1',
    };
    const known = { id: 'request-1', ip: '9.9.9.9', protocol: 'https', host: 'flags.example.com', waitedMs: 0 };
    expect(forwardedHeaders(claims, known, undefined)).toEqual({
      accept: '*/*',
      'x-forwarded-for': '9.9.9.9',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'flags.example.com',
      'x-request-id': 'request-1',
      'x-burgee-proxied': '1',
    });
    expect(forwardedHeaders(claims, known, 2, 'true')).toMatchObject({
      'x-forwarded-secret': 'true',
      'content-length': '2',
    });
  });

  it('hold the prefix that a proxy in front has taken away', () => {
    const known = { id: 'request-1', ip: '9.9.9.9', protocol: 'https', host: 'flags.example.com', waitedMs: 0 };
    expect(forwardedHeaders({ 'x-forwarded-prefix': '/flags' }, known, undefined)).toMatchObject({
      'x-forwarded-prefix': '/flags',
    });
  });

  it.each([
    ['x-forwarded-host', true],
    ['forwarded', true],
    ['via', true],
    ['x-real-ip', true],
    ['x-burgee-proxied', false],
    ['accept', false],
  ])('say whether a proxy was on the way: %s', (name, isProxied) => {
    const known = { id: 'request-1', ip: '127.0.0.1', protocol: 'http', host: 'localhost', waitedMs: 0 };
    expect('x-burgee-proxied' in forwardedHeaders({ [name]: 'x' }, known, undefined)).toBe(isProxied);
  });
});
