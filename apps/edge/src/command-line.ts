import { parseArgs } from 'node:util';

/** Each flag with its setting, placeholder and help text. */
const FLAGS = {
  upstream: ['UPSTREAM_URLS', 'URL[,URL]', 'the Burgee, or the edge, to follow; several addresses of the same one'],
  key: ['SDK_KEYS', 'KEY', 'SDK key of an environment to serve; may be repeated'],
  'accept-keys': ['ACCEPT_KEYS', undefined, 'also serve the environments of SDK keys that clients present'],
  port: ['PORT', 'N', 'port for requests (8090)'],
  host: ['HOST', 'ADDRESS', 'address to listen on (127.0.0.1; 0.0.0.0 opens it to the network)'],
  'ops-port': ['OPS_PORT', 'N', 'internal port for health, metrics and status (9090)'],
  data: ['LAST_KNOWN_GOOD_DIR', 'FOLDER', 'folder for the last state of the upstream (.burgee/edge)'],
  workers: ['WORKERS', 'N', 'worker processes, one per core to use (1)'],
  snapshot: ['SNAPSHOT', 'FILE', 'start with this file while the upstream is down'],
  'write-snapshot': ['WRITE_SNAPSHOT', 'FILE', 'write such a file, and exit'],
  'key-max-age': ['KEY_MAX_AGE_SECONDS', 'SECONDS', 'how long keys work without the upstream (for ever)'],
} as const satisfies Record<string, readonly [string, string | undefined, string]>;

type Flag = keyof typeof FLAGS;

const lineOf = ([name, [, value, meaning]]: [string, readonly [string, string | undefined, string]]) =>
  `  ${`--${name} ${value ?? ''}`.padEnd(26)} ${meaning}`;

export const HELP = `Serves the flags of a Burgee close to those who read them, also while that Burgee is out of reach.

  npm run edge -- --upstream https://flags.example.com --key bge_sdk_…

${Object.entries(FLAGS).map(lineOf).join('\n')}
  --help                     this text

Each is an environment variable too (UPSTREAM_URLS, SDK_KEYS, …), or a file that holds it (SDK_KEYS_FILE).
docs/operate/edge.md says when to run an edge, docs/reference/configuration.md lists all settings.
`;

export type CommandLine =
  | { kind: 'run'; settings: Record<string, string> }
  | { kind: 'help' }
  | { kind: 'wrong'; reason: string };

/** Parses command-line arguments into settings. */
export function parseCommandLine(words: readonly string[]): CommandLine {
  const option = (name: string) =>
    FLAGS[name as Flag][1] === undefined
      ? { type: 'boolean' as const }
      : { type: 'string' as const, multiple: true as const };
  const options = Object.fromEntries(Object.keys(FLAGS).map((name) => [name, option(name)]));
  try {
    const { values } = parseArgs({ args: [...words], options: { ...options, help: { type: 'boolean', short: 'h' } } });
    if (values.help) return { kind: 'help' };
    const settings = Object.entries(values).map(([name, value]) => [
      FLAGS[name as Flag][0],
      Array.isArray(value) ? value.join(',') : 'on',
    ]);
    return { kind: 'run', settings: Object.fromEntries(settings) as Record<string, string> };
  } catch (error) {
    return { kind: 'wrong', reason: (error as Error).message };
  }
}
