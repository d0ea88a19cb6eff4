import { EnvError, makeValidator, str, type ValidatorSpec } from 'envalid';
import { providersYaml, type ProviderValues } from './provider-file.js';

/** A provider that people sign in with, as the operator configured it. */
export interface Provider {
  /** The number in its settings, which is also in its addresses. */
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** In lower case. Its verified addresses of these count as proven. */
  domains: readonly string[];
  groupsClaim: string;
  scopes: string;
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Plain http only in tests, on this machine: it would let anyone on the way sign in as anyone. */
const mayBePlain = ({ protocol, hostname }: URL) => protocol === 'http:' && LOOPBACK.test(hostname);

const issuer = (isTest: boolean) =>
  makeValidator<string>((input) => {
    const url = URL.canParse(input) ? new URL(input) : undefined;
    const isSecure = url?.protocol === 'https:' || (isTest && url && mayBePlain(url));
    if (!url || !isSecure || url.search || url.hash || url.username)
      throw new EnvError('an https address is needed, as the provider names its issuer');
    return input;
  });

const DOMAIN = /^([a-z\d-]+\.)+[a-z\d-]{2,}$/;

const domains = makeValidator<string>((input) => {
  const names = listOf(input);
  if (names.length === 0 || !names.every((one) => DOMAIN.test(one)))
    throw new EnvError('names of domains are needed, separated by commas, such as example.com');
  return names.join(',');
});

const listOf = (text = '') =>
  text
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

const settingsOf = (isTest: boolean) => ({
  ISSUER: issuer(isTest)({
    default: undefined,
    desc: 'Issuer of an OpenID Connect provider. More: OIDC_2_…, to OIDC_9_….',
  }),
  CLIENT_ID: str({ default: undefined, desc: 'Client id of Burgee at the provider.' }),
  CLIENT_SECRET: str({ default: undefined, desc: 'Its secret.' }),
  NAME: str({ default: undefined, desc: "What the sign-in page calls it. Unset: the issuer's host." }),
  DOMAINS: domains({
    default: undefined,
    desc: 'Comma-separated domains whose verified addresses from this provider count as proven.',
  }),
  GROUPS_CLAIM: str({ default: 'groups', desc: "Claim that lists a person's groups." }),
  SCOPES: str({ default: 'openid email profile', desc: 'Scopes to ask for.' }),
});
type SettingName = keyof ReturnType<typeof settingsOf>;
type Values = Partial<Record<string, unknown>>;

const NUMBERS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
const REQUIRED: readonly SettingName[] = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'];

const isNamed = (values: Values, id: string) =>
  Object.keys(values).some((name) => name.startsWith(`OIDC_${id}_`) && values[name] !== undefined);

/** The settings of the first provider, and of those that the environment names, by their full names. */
export function settingsOfProviders(env: Values): Record<string, ValidatorSpec<unknown>> {
  const settings = settingsOf(env.NODE_ENV === 'test');
  const ids = NUMBERS.filter((id) => id === '1' || isNamed(env, id));
  const numbered = ids.flatMap((id) =>
    Object.entries(settings).map(([name, spec]) => [`OIDC_${id}_${name}`, spec] as const),
  );
  return {
    ...Object.fromEntries(numbered),
    OIDC_PROVIDERS: providersYaml(
      settings,
      REQUIRED,
    )({
      default: undefined,
      desc: 'All providers as YAML, instead of OIDC_1_…: `1: { issuer: …, client_id: …, client_secret: … }`.',
    }),
  };
}

/** A provider counts as configured where any of its settings without a default is set. */
const configured = (values: Values) =>
  NUMBERS.filter((id) => [...REQUIRED, 'NAME', 'DOMAINS'].some((name) => values[`OIDC_${id}_${name}`] !== undefined));

const ofFile = (values: Values) => values.OIDC_PROVIDERS as ProviderValues | undefined;

export function providersOf(given: Values): Provider[] {
  const values = ofFile(given) ?? given;
  return configured(values).map((id) => {
    const read = (name: SettingName) => values[`OIDC_${id}_${name}`] as string | undefined;
    const issuerOf = read('ISSUER') ?? '';
    return {
      id,
      name: read('NAME') ?? (URL.canParse(issuerOf) ? new URL(issuerOf).hostname : ''),
      issuer: issuerOf,
      clientId: read('CLIENT_ID') ?? '',
      clientSecret: read('CLIENT_SECRET') ?? '',
      domains: listOf(read('DOMAINS')),
      groupsClaim: read('GROUPS_CLAIM') ?? 'groups',
      scopes: read('SCOPES') ?? 'openid email profile',
    };
  });
}

/** A provider writes its issuer with or without a slash at the end. */
export const isSameIssuer = (one: string, other: string): boolean =>
  one.replace(/\/$/, '') === other.replace(/\/$/, '');

type Signing = { PUBLIC_URL?: string | undefined; PASSWORD_SIGN_IN: string };

function faultsOfEach(values: Values, providers: readonly Provider[]): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const [index, { id, issuer: given, scopes }] of providers.entries()) {
    for (const name of REQUIRED)
      if (!values[`OIDC_${id}_${name}`]) faults[`OIDC_${id}_${name}`] = 'it is required for this provider';
    if (given && providers.slice(0, index).some((other) => isSameIssuer(other.issuer, given)))
      faults[`OIDC_${id}_ISSUER`] = 'another provider has this issuer';
    if (!scopes.split(' ').includes('openid')) faults[`OIDC_${id}_SCOPES`] = 'openid must be one of them';
  }
  return faults;
}

/** All are of one setting. */
function faultsOfFile(values: Values, providers: readonly Provider[]): Record<string, string> {
  if (configured(values).length > 0) return { OIDC_PROVIDERS: 'OIDC_1_… is set, too: keep one of the two' };
  const faults = Object.entries(faultsOfEach(ofFile(values) ?? {}, providers)).map(
    ([name, fault]) => `${name.replace(/^OIDC_(\d)_/, '$1.').toLowerCase()}: ${fault}`,
  );
  return faults.length > 0 ? { OIDC_PROVIDERS: faults.join('; ') } : {};
}

/** What is wrong with well-formed settings, by name. */
export function faultsOfProviders(values: Values & Signing): Record<string, string> {
  const providers = providersOf(values);
  const faults = ofFile(values) ? faultsOfFile(values, providers) : faultsOfEach(values, providers);
  if (providers.length > 0 && values.PUBLIC_URL === undefined)
    faults.PUBLIC_URL = "providers send people back to it: set the dashboard's address";
  if (providers.length === 0 && values.PASSWORD_SIGN_IN === 'off')
    faults.PASSWORD_SIGN_IN = 'off needs a provider (OIDC_1_ISSUER): without one there is no way to sign in';
  return faults;
}
