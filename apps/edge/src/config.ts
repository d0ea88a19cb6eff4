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

const isHttp = (address: string) => /^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : '');

/** Addresses of one Burgee, separated by commas; without a slash at the end. */
const addresses = makeValidator<string>((input) => {
  const list = listOf(input);
  if (list.length === 0 || !list.every(isHttp))
    throw new EnvError('addresses such as https://flags.example.com are needed, separated by commas: --upstream URL');
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
    desc: 'Internal port for /livez, /readyz, /metrics, /status and /routes. Never make it public.',
  }),
  UPSTREAM_URLS: addresses({
    desc: 'The Burgee, or the edge, that this edge follows; several addresses of the same one, in their order.',
  }),
  SDK_KEYS: sdkKeys({ default: '', desc: 'SDK keys of the environments to serve.' }),
  UPSTREAM_CA: certificate({
    default: undefined,
    desc: 'Certificate of the CA that signed that of the upstream (PEM). Unset: the public CAs.',
  }),
  HTTPS_PROXY: str({ default: undefined, desc: 'Proxy that an upstream of https:// is reached through.' }),
  NO_PROXY: str({ default: undefined, desc: 'Hosts that are reached without it, separated by commas.' }),
  TLS_CERT: certificate({
    default: undefined,
    desc: 'Certificate of this edge with those that it leads to (PEM): it speaks TLS then. Unset: plain HTTP.',
  }),
  TLS_KEY: privateKey({ default: undefined, desc: 'Private key of TLS_CERT (PEM).' }),
  ACCEPT_KEYS: str({
    choices: ['on', 'off'],
    default: 'off',
    desc: 'Whether callers may bring SDK keys of other environments, which are then served too.',
  }),
  KEY_MAX_AGE_SECONDS: wholeNumber(1)({
    default: undefined,
    desc: 'How long keys work, and keep streams open, that the upstream, being silent, does not confirm; 503 from then on. One that hangs is silent after 25 s. Unset: for ever.',
  }),
  LAST_KNOWN_GOOD_DIR: folder({
    default: '.burgee/edge',
    desc: 'Folder for what the upstream said last, to start with while it is silent. One per edge.',
  }),
  SNAPSHOT: folder({
    default: undefined,
    desc: 'A file that WRITE_SNAPSHOT wrote, to start with where the folder has nothing newer.',
  }),
  WRITE_SNAPSHOT: folder({ default: undefined, desc: 'Writes everything that is served to this file, and ends.' }),
  WORKERS: wholeNumber(1)({
    default: 1,
    desc: 'Processes that answer callers, all on one port: one for each core that this edge is given.',
  }),
  ENVIRONMENTS_AT_MOST: wholeNumber(1)({
    default: 1_000,
    desc: 'Environments, with those of keys that callers bring.',
  }),
  FLAG_MEMORY_MB: wholeNumber(1)({
    default: 256,
    desc: 'Memory for flag sets, of each process; and half of it for OFREP, half for Unleash, a tenth to resume streams. With so much no further environment is taken.',
  }),
  STREAM_TICKET_SECRET: str({
    default: undefined,
    desc: 'Signs stream tickets. Unset: made at start, so that tickets are good at this edge alone.',
  }),
  STREAMS_AT_MOST: wholeNumber(1)({
    default: 20_000,
    desc: 'Open streams; fewer if the file descriptors do not suffice. One environment alone gets half of them, one key or network a third.',
  }),
  STREAMS_PER_KEY_AT_MOST: wholeNumber(1)({ default: 20_000, desc: 'Open streams with one key, of its third of all.' }),
  STREAMS_PER_ADDRESS_AT_MOST: wholeNumber(1)({ default: 2_000, desc: 'Open streams from one address.' }),
  STREAM_LIFETIME_SECONDS: wholeNumber(1)({
    default: 2_700,
    desc: 'A stream ends after about this long (up to a fifth more or less), so that edges rebalance.',
  }),
  ...PROTOCOL_SETTINGS,
  USAGE: str({
    choices: ['on', 'off'],
    default: 'on',
    desc: 'Usage reports of applications, which are summed up and reported to the upstream. off: none is taken, and nothing is counted.',
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

/** @param flags settings of the command line, which count more than variables */
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
