import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { AuthConfig } from '../config.js';
import { SignInCookies } from './sign-in-cookies.js';

const { privateKey } = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const CONFIG = {
  SESSION_PRIVATE_KEY: privateKey,
  SESSION_COOKIE_NAME: 'token',
  COOKIE_SECURE: 'auto',
  PASSWORD_PEPPER: 'p'.repeat(32),
};
const ACCOUNT = { id: 'ada', email: 'ada@example.com', passwordVersion: 1 };

/** The cookies that a sign-in over http sets, by name. */
function signIn(settings: Partial<AuthConfig> = {}) {
  const cookies = new SignInCookies({ ...CONFIG, ...settings } as AuthConfig);
  const set = new Map<string, { value: string; secure: boolean }>();
  const setCookie = (name: string, value: string, { secure }: { secure: boolean }) => set.set(name, { value, secure });
  cookies.set({ protocol: 'http', headers: {} } as never, { setCookie } as never, ACCOUNT, 'secret');
  return { cookies, set };
}

describe('a cookie that another site of the domain set', () => {
  it.each(['burgee_device=theirs; burgee_device=OWN', 'burgee_device=OWN; burgee_device=a.1.b', 'burgee_device=OWN'])(
    'does not make a known device unknown: %s',
    (header) => {
      const { cookies, set } = signIn();
      const cookie = header.replace('OWN', set.get('burgee_device')?.value ?? '');
      expect(cookies.deviceOf({ headers: { cookie } } as never, ACCOUNT.email)).toMatchObject({ passwordVersion: 1 });
    },
  );
});

describe('SESSION_COOKIE_NAME', () => {
  it('is token, which is not Secure over http', () => {
    expect(signIn().set.get('token')).toMatchObject({ secure: false });
  });

  it.each(['__Host-token', '__Secure-token'])('%s is Secure, or browsers would drop it', (name) => {
    expect(signIn({ SESSION_COOKIE_NAME: name }).set.get(name)).toMatchObject({ secure: true });
  });
});
