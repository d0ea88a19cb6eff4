import { formatNumber, listNames } from '../../feedback/format.js';

const ENGINES: Record<string, string> = { postgres: 'Postgres', redis: 'Redis', nats: 'NATS' };
const engineName = (name: string) => ENGINES[name] ?? name;

const REASONS: Record<string, string> = {
  unreachable: 'does not answer',
  authentication: 'refuses the user or password of',
  certificate_expired: 'shows an expired certificate to',
  certificate_untrusted: 'shows a certificate that is not trusted by',
  certificate_name: 'shows a certificate for another name to',
  client_certificate: 'refuses the client certificate of',
  no_tls: 'does not speak TLS as',
  read_only: 'is read-only for',
  cluster: 'is a Redis Cluster, which does not work, for',
};

/** What the page for operators says. */
export const texts = {
  title: 'Operations',
  lead: 'What runs, and how it is. Only instance owners see this page.',
  loading: 'Asking every process',
  loadFailed: 'Nobody can say how the instance is now',
  old: 'What you see below is the last answer.',
  asked: 'Asked {when}.',

  problemsTitle: 'What to do',
  none: 'Nothing to do',
  noneHint: 'Every process that answers works, in one version, and nothing waits for you.',
  more: 'More: {where}',
  problems: {
    process: (service: string, instance: string) => `${service} at ${instance}`,
    row: (row: string) => `docs/operate/failure-modes.md, row ${row}`,
    version: (version: string, commit: string) => `${version} (${commit.slice(0, 8)})`,
    alone: 'NATS is down, so only the process that answered is shown.',
    aloneTodo: 'Start NATS. Until then, read /status of each process, on its internal port.',
    missing: (service: string) => `No ${service} has answered.`,
    silent: (name: string) => `${name} no longer answers.`,
    silentTodo:
      'If you did not stop it, start it and read its log. If it runs, it is paused, overloaded or cut off from NATS.',
    engine: (engine: string, reason: string | null, names: readonly string[]) =>
      `${engineName(engine)} ${REASONS[reason ?? 'unreachable'] ?? 'does not work for'}${
        reason === null || reason === 'unreachable' ? ' to' : ''
      } ${listNames(names)}.`,
    startEngine: 'Start it, or repair the network in between. Burgee reconnects by itself.',
    correctEngine: (error: string | null) =>
      `Correct the settings of the service, or the engine: waiting does not help. ${error ?? ''}`.trim(),
    unready: (name: string, detail: string) => `${name} takes no requests: ${detail}.`,
    unreadyTodo: 'If it is starting or stopping, wait. Otherwise read its log.',
    behind: (name: string, lag: number) =>
      `${name} has not loaded ${formatNumber(lag)} ${lag === 1 ? 'revision' : 'revisions'} that it knows of.`,
    behindTodo: 'Look again in a minute. If it stays, look at Postgres and its pool of connections.',
    stale: (name: string, seconds: number) =>
      `${name} serves last known good answers: Postgres has confirmed nothing for ${formatNumber(seconds)} s.`,
    staleTodo: 'Start Postgres, or repair the network in between.',
    leaderless: (service: string) => `No replica of ${service} leads the outbox.`,
    leaderlessTodo:
      'Look again in ten seconds. If it stays, let DATABASE_URL_DIRECT lead to Postgres without a pooler.',
    late: (service: string, seconds: number) =>
      `The history is behind: a message of ${service} waits for ${formatNumber(seconds)} s.`,
    lateTodo: 'Start audit, or NATS. Nothing is lost meanwhile.',
    deadLetters: (count: number) =>
      count === 1
        ? 'One change is not in the history: its message is dead-lettered.'
        : `${formatNumber(count)} changes are not in the history: their messages are dead-lettered.`,
    deadLettersTodo: 'Remove the cause, then deliver them again, as below.',
    versions: (versions: readonly string[]) => `Several versions run: ${listNames(versions)}.`,
    versionsTodo: 'During an upgrade, wait. Otherwise restart what runs the older one.',
    upgrading: 'docs/operate/deploy.md, Upgrade',
  },

  processesTitle: 'Processes',
  allProcesses: 'All processes',
  service: 'Service',
  state: 'State',
  version: 'Version',
  engines: 'Engines',
  figures: 'Now',
  started: 'started {when}',
  otherVersion: 'differs',
  states: { ok: 'Ready', degraded: 'Degraded', unavailable: 'Not ready', silent: 'No answer' },
  node: (version: string) => `Node ${version}`,
  engine: (name: string, state: string) =>
    `${engineName(name)} ${({ up: 'is up', down: 'is down' } as Record<string, string>)[state] ?? 'is unknown'}`,
  nowOf: {
    streams: (open: number) => `${formatNumber(open)} open ${open === 1 ? 'stream' : 'streams'}`,
    lag: (revisions: number) => `${formatNumber(revisions)} revisions behind`,
    stale: (seconds: number) => `stale for ${formatNumber(seconds)} s`,
    leader: 'leads the outbox',
    waiting: (messages: number) => `${formatNumber(messages)} audit messages wait`,
    oldest: (seconds: number) => `the oldest for ${formatNumber(seconds)} s`,
    entry: (seconds: number) => `last entry ${formatNumber(seconds)} s ago`,
  },
  noFigures: '–',
  edges: 'The api-gateway and edges do not report here: read /readyz and /status of each.',

  lettersTitle: 'Dead letters',
  allLetters: 'All dead letters',
  noLetters: 'None. Every change reached the history, or is on its way.',
  lettersHint: 'Each was refused five times and waits for you. Nothing is lost. Once the cause is removed, run:',
  command: 'command',
  commandOf: (service: string) => `node apps/${service}/dist/dead-letters/main.js deliver`,
  inContainer: 'in a container of the service, or {command} where you ran npm start.',
  letter: 'Message',
  letterOf: (service: string, id: string) => `${service}, ${id}`,
  made: 'Made',
  why: 'Why it was refused',
  unknown: 'unknown',
  firstOf: (shown: number, count: number) =>
    `These are ${formatNumber(shown)} of ${formatNumber(count)}: the oldest of each service.`,
};
