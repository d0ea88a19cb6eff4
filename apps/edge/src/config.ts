import {
  certificate,
  DRAIN_SETTINGS,
  folder,
  privateKey,
  readConfig,
  SERVICE_SETTINGS,
  wholeNumber,
} from '@burgee/process-kit';
import { PROTOCOL_SETTINGS } from '@burgee/flag-serving';
import { isWellFormedSdkKey, OFREP_PREFIX, UNLEASH_PREFIX } from '@burgee/contracts/wire';
import { EnvError, makeValidator, port, str } from 'envalid';

const listOf = (input: string) =>
  input
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** Without a user name and password, because logs and `/status` contain the address. */
function isHttp(text: string): boolean {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  return /^https?:$/.test(`${address?.protocol}`) && !address?.username && !address?.password;
}

/** Addresses of one Burgee, separated by commas; without a slash at the end. */
const addresses = makeValidator<string>((input) => {
  const list = listOf(input);
  if (list.length === 0 || !list.every(isHttp))
    throw new EnvError(
      'addresses such as https://flags.example.com are needed, separated by commas, without user names and passwords: --upstream URL',
    );
  return list.map((one) => one.replace(/\/+$/, '')).join(',');
});

const sdkKeys = makeValidator<string>((input) => {
  const list = listOf(input);
  if (!list.every(isWellFormedSdkKey))
    throw new EnvError(
      'SDK keys (bge_sdk_…) are needed, separated by commas, each copied whole from the page of its environment: --key KEY',
    );
  return list.join(',');
});

export const SETTINGS = {
  ...SERVICE_SETTINGS,
  PORT: port({ default: 8090, desc: 'Port for requests.' }),
  OPS_PORT: port({
    default: 9090,
    desc: 'Internal port: /livez, /readyz, /metrics, /status, /routes. Keep it private.',
  }),
  UPSTREAM_URLS: addresses({
    desc: 'The Burgee or edge to follow; several addresses of it are tried in order.',
  }),
  SDK_KEYS: sdkKeys({ default: '', desc: 'SDK keys of the environments to serve.' }),
  UPSTREAM_CA: certificate({
    default: undefined,
    desc: 'CA certificate of the upstream (PEM). Unset: public CAs.',
  }),
  HTTPS_PROXY: str({ default: undefined, desc: 'Proxy to an https:// upstream.' }),
  NO_PROXY: str({ default: undefined, desc: 'Comma-separated hosts to reach without the proxy.' }),
  TLS_CERT: certificate({
    default: undefined,
    desc: 'Certificate chain of this edge (PEM); turns TLS on. Unset: plain HTTP.',
  }),
  TLS_KEY: privateKey({ default: undefined, desc: 'Private key of TLS_CERT (PEM).' }),
  ACCEPT_KEYS: str({
    choices: ['on', 'off'],
    default: 'off',
    desc: 'on: clients may present SDK keys of other environments, which the edge then serves too.',
  }),
  KEY_MAX_AGE_SECONDS: wholeNumber(1)({
    default: undefined,
    desc: 'How long keys and their streams work while the upstream is silent; then 503. An upstream that hangs counts as silent after 25 s. Unset: forever.',
  }),
  LAST_KNOWN_GOOD_DIR: folder({
    default: '.burgee/edge',
    desc: 'Folder of last known good answers, to start from while the upstream is silent. One per edge.',
  }),
  SNAPSHOT: folder({
    default: undefined,
    desc: 'File from WRITE_SNAPSHOT to start from, unless the folder has newer data.',
  }),
  WRITE_SNAPSHOT: folder({ default: undefined, desc: 'Writes all flag sets to this file and exits.' }),
  WORKERS: wholeNumber(1)({
    default: 1,
    desc: 'Processes that answer clients on one port. Set one per core.',
  }),
  ENVIRONMENTS_AT_MOST: wholeNumber(1)({
    default: 1_000,
    desc: 'Environments, including on-demand ones.',
  }),
  FLAG_MEMORY_MB: wholeNumber(1)({
    default: 256,
    desc: 'Memory per process for flag sets, plus half as much each for OFREP and Unleash and a tenth to resume streams. When full, the edge adds no environment.',
  }),
  EDGE_TICKET_SECRET: str({
    default: undefined,
    desc: 'Signs stream tickets; the same on all edges behind one address, and unknown to the upstream. Unset: random, so tickets work only at this edge.',
  }),
  STREAMS_AT_MOST: wholeNumber(1)({
    default: 20_000,
    desc: 'Open streams; fewer if file descriptors run short. One environment gets up to half, one key or network up to a third.',
  }),
  STREAMS_PER_KEY_AT_MOST: wholeNumber(1)({ default: 20_000, desc: 'Open streams per key, within its third.' }),
  STREAMS_PER_ADDRESS_AT_MOST: wholeNumber(1)({ default: 2_000, desc: 'Open streams per client address.' }),
  STREAM_LIFETIME_SECONDS: wholeNumber(1)({
    default: 2_700,
    desc: 'Lifetime of a stream, ± 20 %, so that edges rebalance.',
  }),
  ...PROTOCOL_SETTINGS,
  USAGE: str({
    choices: ['on', 'off'],
    default: 'on',
    desc: 'Accepts usage reports and forwards their sums to the upstream.',
  }),
  ...DRAIN_SETTINGS,
};

const readSettings = (env: NodeJS.ProcessEnv) =>
  readConfig(SETTINGS, env, {
    removed: ['DECISION_LIMIT_PER_ADDRESS'],
    check: ({ SDK_KEYS, ACCEPT_KEYS }): Record<string, string> => {
      if (SDK_KEYS !== '' || ACCEPT_KEYS === 'on') return {};
      return { SDK_KEYS: 'an SDK key is needed (--key KEY), or leave to let callers bring theirs (--accept-keys)' };
    },
  });

export type EdgeConfig = ReturnType<typeof loadConfig>;

/** @param flags settings of the command line, which override variables */
export function loadConfig(flags: Record<string, string> = {}, env = process.env) {
  const { UPSTREAM_URLS, SDK_KEYS, TLS_CERT, TLS_KEY, KEY_MAX_AGE_SECONDS, ...settings } = readSettings({
    ...env,
    ...flags,
  });
  const keyMaxAgeMs = KEY_MAX_AGE_SECONDS === undefined ? Infinity : KEY_MAX_AGE_SECONDS * 1_000;
  const closed = [
    ...(settings.OFREP === 'on' ? [] : [OFREP_PREFIX]),
    ...(settings.UNLEASH_API === 'on' ? [] : [UNLEASH_PREFIX]),
  ];
  const tls = TLS_CERT !== undefined && TLS_KEY !== undefined ? { cert: TLS_CERT, key: TLS_KEY } : undefined;
  return {
    ...settings,
    tls,
    keyMaxAgeMs,
    closed,
    upstreamUrls: listOf(UPSTREAM_URLS),
    keys: [...new Set(listOf(SDK_KEYS))],
  };
}
