export type EngineName = 'postgres' | 'redis' | 'nats';

/** Where a private Redis or NATS can come from. */
export type EngineSource = 'installed' | 'debian' | 'go' | 'container';

/** The capabilities of a machine, by its programs. */
export interface Machine {
  has: (program: string) => boolean;
  /** Whether to prefer a NATS with every security fix, which is not installed. */
  prefersGo?: boolean;
}

/** Programs for each engine, the preferred one first. */
export const SERVERS = { redis: ['redis-server', 'valkey-server'], nats: ['nats-server'] } as const;

/** The sources of an engine on this machine, in the order in which they are tried. */
export function engineSources(engine: 'redis' | 'nats', { has, prefersGo = false }: Machine): EngineSource[] {
  const offered: [EngineSource, boolean][] = [
    ['installed', SERVERS[engine].some(has)],
    ['debian', has('apt-get') && has('dpkg-deb')],
    // Of the engines, only NATS is a Go module.
    ['go', engine === 'nats' && has('go')],
    ['container', has('docker') || has('podman')],
  ];
  const sources = offered.flatMap(([source, is]) => (is ? [source] : []));
  return prefersGo ? sources.toSorted((a, b) => Number(b === 'go') - Number(a === 'go')) : sources;
}

/**
 * By package manager: its command, and the package of each engine. Where the package of NATS is uncertain, it is Go,
 * with which Burgee builds NATS itself.
 */
const PACKAGES: Record<string, [command: string, packages: Record<EngineName, string>]> = {
  // Homebrew puts no Postgres on PATH by default.
  brew: [
    'brew install',
    { postgres: 'postgresql@18 && brew link --force postgresql@18', redis: 'redis', nats: 'nats-server' },
  ],
  'apt-get': ['sudo apt-get install', { postgres: 'postgresql', redis: 'redis-server', nats: 'nats-server' }],
  dnf: ['sudo dnf install', { postgres: 'postgresql-server', redis: 'valkey', nats: 'golang' }],
  apk: ['sudo apk add', { postgres: 'postgresql', redis: 'valkey', nats: 'go' }],
  pacman: ['sudo pacman -S', { postgres: 'postgresql', redis: 'valkey', nats: 'go' }],
  zypper: ['sudo zypper install', { postgres: 'postgresql-server', redis: 'valkey', nats: 'go' }],
};

/** A sentence for a user who has to install an engine, with the command of this machine's package manager. */
export function installAdvice(engine: EngineName, { has }: Pick<Machine, 'has'>): string {
  const [, known] = Object.entries(PACKAGES).find(([manager]) => has(manager)) ?? [];
  const setting = { postgres: 'DATABASE_URL', redis: 'REDIS_URL', nats: 'NATS_URL' }[engine];
  if (!known) return `Install it, or set ${setting} to the address of a running one.`;
  const [command, packages] = known;
  return `Run \`${command} ${packages[engine]}\`, or set ${setting} to the address of a running one.`;
}
