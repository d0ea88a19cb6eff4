import { describe, expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { registerSecurityHeaders } from './register-security-headers.js';

describe('HSTS', () => {
  it.each([
    ['off', undefined],
    ['on', 'max-age=31536000'],
    ['subdomains', 'max-age=31536000; includeSubDomains'],
  ] as const)('%s sends %s', async (HSTS, header) => {
    const gateway = fastify();
    await registerSecurityHeaders(gateway, { HSTS });
    gateway.get('/', async () => 'here');
    const { headers } = await gateway.inject('/');
    expect(headers['strict-transport-security']).toBe(header);
    expect(headers['x-frame-options']).toBe('DENY');
    await gateway.close();
  });
});
