import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { clientAddress, FORWARDING_SECRET_HEADER, readForwardedFor } from './client-address.js';

const SECRET = 'the-one-of-this-spec-and-of-no-other';

function requestFrom(peer: string, headers: Record<string, string>): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  return Object.assign(new IncomingMessage(socket), { headers });
}

describe('the address of a client', () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.7' };

  it.each([
    ['of a proxy that is trusted', '127.0.0.1', 'loopback', forwarded, '203.0.113.7'],
    ['of an untrusted client', '198.51.100.1', 'loopback', forwarded, '198.51.100.1'],
    ['of any client, when no proxy is trusted', '127.0.0.1', 'none', forwarded, '127.0.0.1'],
    ['with the secret', '198.51.100.1', 'none', { ...forwarded, [FORWARDING_SECRET_HEADER]: SECRET }, '203.0.113.7'],
    ['with the secret and no address', '198.51.100.1', 'none', { [FORWARDING_SECRET_HEADER]: SECRET }, '198.51.100.1'],
    [
      'with another',
      '198.51.100.1',
      'none',
      { ...forwarded, [FORWARDING_SECRET_HEADER]: `x${SECRET}` },
      '198.51.100.1',
    ],
    [
      'with none of its bytes',
      '198.51.100.1',
      'none',
      { ...forwarded, [FORWARDING_SECRET_HEADER]: '' },
      '198.51.100.1',
    ],
  ])('is what X-Forwarded-For says or not: a request %s', (_, peer, trusted, headers, address) => {
    expect(clientAddress(trusted, SECRET)(requestFrom(peer, headers))).toBe(address);
  });

  it('ignores a secret where none is configured', () => {
    const request = requestFrom('198.51.100.1', { ...forwarded, [FORWARDING_SECRET_HEADER]: '' });
    expect(clientAddress('none')(request)).toBe('198.51.100.1');
  });
});

describe('X-Forwarded-For', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['203.0.113.7:4711, 10.0.0.2:80', '203.0.113.7, 10.0.0.2'],
    ['unknown, 10.0.0.2', '10.0.0.2'],
    ['203.0.113.7, _hidden, 10.0.0.2', '10.0.0.2'],
    ['unknown', undefined],
    ['', undefined],
    ['203.0.113.700:1', undefined],
  ])('%s is read as %s', (header, addresses) => {
    expect(readForwardedFor(header)).toBe(addresses);
  });
});
