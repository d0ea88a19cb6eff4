import { describe, expect, it } from '@jest/globals';
import { urlFault } from './url-fault.js';

const faultOf = (url: string, allowPrivate: boolean) =>
  urlFault(url, 'https://hooks.example.com', { allowPrivate, setting: 'WEBHOOKS_ALLOW_PRIVATE' });

describe('the URL of a webhook', () => {
  it.each([
    'https://hooks.example.com/a?b=c',
    'https://hooks.example.com:8443/',
    'https://hooks.example.com:443/',
    'https://93.184.215.14/',
  ])('can be %s', (url) => {
    expect(faultOf(url, false)).toBeUndefined();
  });

  it.each([
    'x',
    '',
    '/path',
    'http://hooks.example.com/',
    'ftp://hooks.example.com/',
    'javascript:alert(1)',
    'https://user@hooks.example.com/',
    'https://user:password@hooks.example.com/',
    'https://hooks.example.com/#fragment',
    'https://hooks.example.com:22/',
    'https://hooks.example.com:80/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://017700000001/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
  ])('cannot be %s', (url) => {
    expect(faultOf(url, false)).toBeDefined();
  });

  it('can be private and without TLS where that is allowed', () => {
    for (const url of ['http://127.0.0.1:80/', 'https://10.0.0.1:22/', 'http://ci.internal/'])
      expect(faultOf(url, true)).toBeUndefined();
    for (const url of ['ftp://10.0.0.1/', 'http://user@10.0.0.1/', 'x']) expect(faultOf(url, true)).toBeDefined();
  });
});
