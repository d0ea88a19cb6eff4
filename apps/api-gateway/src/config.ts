import { DRAIN_SETTINGS, httpUrl, pem, readConfig, secret, SERVICE_SETTINGS } from '@burgee/process-kit';
import { makeValidator } from 'envalid';

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
  AUTH_URL: httpUrl({ desc: 'Where auth listens.' }),
  FLAGS_ADMIN_URL: httpUrl({ desc: 'Where flags-admin listens.' }),
  AUDIT_URL: httpUrl({ desc: 'Where audit listens.' }),
  USAGE_URL: httpUrl({ default: undefined, desc: 'Where usage listens. Unset: usage is left out.' }),
  SDK_GATEWAY_URLS: urls({ desc: 'Where the replicas of sdk-gateway listen, separated by commas.' }),
  SESSION_PUBLIC_KEY: pem({
    desc: 'P-256 key as PEM that verifies session tokens, so that accounts take turns. Services decide who may do what.',
  }),
  FORWARDING_SECRET: secret({
    default: undefined,
    desc: 'Proves to sdk-gateway that the address of a caller comes from this service.',
  }),
  ALLOWED_HOSTS: names({
    default: undefined,
    desc: 'Host names of the public address, separated by commas. Unset: any. SDK calls and health may use any.',
  }),
  ...DRAIN_SETTINGS,
};

export type ApiGatewayConfig = ReturnType<typeof loadConfig>;

const REMOVED = ['RATE_LIMIT_PER_SECOND', 'RATE_LIMIT_BURST'];

export const loadConfig = (env = process.env) =>
  readConfig(SETTINGS, env, { service: 'api-gateway', removed: REMOVED });
