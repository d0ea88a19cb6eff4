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
      'OIDC_P',
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

describe('one YAML text of all providers', () => {
  const read = (yaml: string) => settingsOfProviders({}).OIDC_PROVIDERS?._parse(yaml);
  const one = (more = '') =>
    `1:\n  issuer: https://id.example.com\n  client_id: burgee\n  client_secret: s3cret\n${more}`;

  it('means the same as numbered settings', () => {
    const given = one('  name: One\n  domains: [Example.com, b.example]\n2:\n') + one().replace('1:\n', '');
    const OIDC_PROVIDERS = read(given.replace(/id\.example\.com(?!.*id\.example)/s, 'login.example.org'));
    const [first, second] = providersOf({ OIDC_PROVIDERS });
    expect(first).toEqual({
      id: '1',
      name: 'One',
      issuer: 'https://id.example.com',
      clientId: 'burgee',
      clientSecret: 's3cret',
      domains: ['example.com', 'b.example'],
      groupsClaim: 'groups',
      scopes: 'openid email profile',
    });
    expect(second).toMatchObject({ id: '2', name: 'login.example.org', domains: [] });
  });

  it.each([
    ['a field that none is', one('  isuer: x\n'), '1.isuer is no field. The fields are issuer, client_id'],
    ['no secret', one().replace(/ {2}client_secret.*\n/, ''), '1.client_secret is missing'],
    ['a number for a text', one('  name: 7\n'), '1.name must be a text'],
    ['an empty text', one("  name: ''\n"), '1.name must be a text'],
    ['a list of other things', one('  domains: [7]\n'), '1.domains must be a list of texts'],
    ['a plain issuer', one().replace('https', 'http'), '1.issuer: an https address is needed'],
    ['no provider', '{}', '1 to 9'],
    ['a list', '- issuer: x', '1 to 9'],
    ['another number', one().replace('1:', '10:'), '10 is no number of a provider'],
    ['no fields', '1: x', '1 must have the fields'],
    ['a field twice', one('  client_secret: other\n'), 'line 5 is no YAML'],
    ['no YAML', one('  name: [\n'), 'is no YAML'],
    ['an alias of nothing', one('  name: *x\n'), 'aliases'],
  ])('is refused with %s, by its place and without its secrets', (_what, yaml, says) => {
    expect(() => read(yaml)).toThrow(says);
    expect(() => read(yaml)).not.toThrow('s3cret');
  });

  const together = (yaml: string, values: object = {}) =>
    faultsOfProviders({
      PASSWORD_SIGN_IN: 'on',
      PUBLIC_URL: 'https://flags.example.com',
      OIDC_PROVIDERS: read(yaml),
      ...values,
    });

  it('is refused next to numbered settings, and where two providers have one issuer', () => {
    expect(together(one())).toEqual({});
    expect(together(one(), ONE)).toEqual({ OIDC_PROVIDERS: 'OIDC_1_… is set, too: keep one of the two' });
    expect(together(one() + one().replace('1:', '2:'))).toEqual({
      OIDC_PROVIDERS: '2.issuer: another provider has this issuer',
    });
    expect(together(one('  scopes: email\n'))).toEqual({ OIDC_PROVIDERS: '1.scopes: openid must be one of them' });
  });
});
