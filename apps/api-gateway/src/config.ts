import { DRAIN_SETTINGS, httpUrl, pem, publicUrl, readConfig, secret, SERVICE_SETTINGS } from '@burgee/process-kit';
import { makeValidator, str } from 'envalid';

const urls = makeValidator<string[]>((input) => {
  const list = input.split(',').map((one) => one.trim());
  if (!list.every((one) => URL.canParse(one))) throw new Error('addresses separated by commas are needed');
  return list;
});

const names = makeValidator<string[] | undefined>((input) => {
  const list = input
    .toLowerCase()
    .split(',')
    .map((one) => one.trim());
  if (!list.every((one) => URL.canParse(`http://${one}`) && !/[/@]|:\d+$/.test(one)))
    throw new Error('host names without ports, separated by commas, are needed');
  return list;
});

export const SETTINGS = {
  ...SERVICE_SETTINGS,
  AUTH_URL: httpUrl({ desc: 'Address of auth.' }),
  FLAGS_ADMIN_URL: httpUrl({ desc: 'Address of flags-admin.' }),
  AUDIT_URL: httpUrl({ desc: 'Address of audit.' }),
  USAGE_URL: httpUrl({ default: undefined, desc: 'Address of usage. Unset: no usage.' }),
  SDK_GATEWAY_URLS: urls({ desc: 'Comma-separated addresses of the sdk-gateways.' }),
  SESSION_PUBLIC_KEY: pem({
    desc: 'ES256 public key (PEM) that identifies accounts for fair queueing. Services do the authorization.',
  }),
  FORWARDING_SECRET: secret({
    default: undefined,
    desc: 'Proves to sdk-gateway that a client address comes from this service.',
  }),
  ALLOWED_HOSTS: names({
    default: undefined,
    desc: 'Comma-separated host names of the public address. Unset: any. SDK calls and health checks may use any.',
  }),
  PUBLIC_URL: publicUrl({
    default: undefined,
    desc: 'The public address, for links to packages. Unset: one of ALLOWED_HOSTS, or this machine.',
  }),
  HSTS: str({
    choices: ['off', 'on', 'subdomains'],
    default: 'off',
    desc: 'on: for a year, browsers use only https for this host. subdomains: also for names below it.',
  }),
  ...DRAIN_SETTINGS,
};

export type ApiGatewayConfig = ReturnType<typeof loadConfig>;

const REMOVED = ['RATE_LIMIT_PER_SECOND', 'RATE_LIMIT_BURST'];

export const loadConfig = (env = process.env) =>
  readConfig(SETTINGS, env, { service: 'api-gateway', removed: REMOVED });
