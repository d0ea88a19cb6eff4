import { describe, expect, it } from '@jest/globals';
import { faultsOfProviders, providersOf, settingsOfProviders } from './provider-settings.js';

const ONE = {
  OIDC_1_ISSUER: 'https://id.example.com/realms/a/',
  OIDC_1_CLIENT_ID: 'burgee',
  OIDC_1_CLIENT_SECRET: 's',
};
const TWO = { OIDC_2_ISSUER: 'https://login.example.org', OIDC_2_CLIENT_ID: 'b', OIDC_2_CLIENT_SECRET: 't' };
const faults = (values: Record<string, string>, PUBLIC_URL: string | undefined = 'https://flags.example.com') =>
  Object.keys(faultsOfProviders({ PASSWORD_SIGN_IN: 'on', PUBLIC_URL, ...values }));

describe('the settings of providers', () => {
  it('are those of the first, and of each that the environment names', () => {
    expect(Object.keys(settingsOfProviders(TWO)).map((name) => name.slice(0, 6))).toEqual([
      ...Array.from({ length: 7 }, () => 'OIDC_1'),
      ...Array.from({ length: 7 }, () => 'OIDC_2'),
    ]);
    const [first, second] = providersOf({
      ...ONE,
      ...TWO,
      OIDC_2_NAME: 'Two',
      OIDC_2_DOMAINS: 'Example.org, b.example',
    });
    expect(first).toMatchObject({ id: '1', name: 'id.example.com', domains: [], groupsClaim: 'groups' });
    expect(second).toMatchObject({ id: '2', name: 'Two', domains: ['example.org', 'b.example'] });
  });

  it.each([
    ['without a secret', { OIDC_1_ISSUER: ONE.OIDC_1_ISSUER, OIDC_1_CLIENT_ID: 'a' }, ['OIDC_1_CLIENT_SECRET']],
    ['with a name alone', { OIDC_2_NAME: 'Two' }, ['OIDC_2_ISSUER', 'OIDC_2_CLIENT_ID', 'OIDC_2_CLIENT_SECRET']],
    ['of an issuer twice', { ...ONE, ...TWO, OIDC_2_ISSUER: ONE.OIDC_1_ISSUER.slice(0, -1) }, ['OIDC_2_ISSUER']],
    ['without the scope openid', { ...ONE, OIDC_1_SCOPES: 'email' }, ['OIDC_1_SCOPES']],
    ['and no password, without any', { PASSWORD_SIGN_IN: 'off' }, ['PASSWORD_SIGN_IN']],
  ])('are refused: a provider %s', (_what, values, expected) => {
    expect(faults(values)).toEqual(expected);
  });

  it('need the address of the dashboard', () => {
    expect(Object.keys(faultsOfProviders({ ...ONE, PASSWORD_SIGN_IN: 'off' }))).toEqual(['PUBLIC_URL']);
    expect(faults(ONE)).toEqual([]);
    expect(Object.keys(faultsOfProviders({ PASSWORD_SIGN_IN: 'on' }))).toEqual([]);
  });

  const take = (issuer: string, NODE_ENV = 'production') =>
    settingsOfProviders({ NODE_ENV }).OIDC_1_ISSUER?._parse(issuer);

  it.each(['http://id.example.com', 'http://127.0.0.1:4000', 'https://id.example.com/?a=b', 'id.example.com'])(
    'take no issuer at %s',
    (issuer) => expect(() => take(issuer)).toThrow('https address'),
  );

  it('take a plain address on this machine in tests alone', () => {
    expect(take('https://id.example.com/realms/a')).toBe('https://id.example.com/realms/a');
    expect(take('http://127.0.0.1:4000', 'test')).toBe('http://127.0.0.1:4000');
    expect(() => take('http://id.example.com', 'test')).toThrow('https address');
  });
});
