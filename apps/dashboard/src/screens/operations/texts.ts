import { formatNumber, listNames } from '../../feedback/format.js';

const ENGINES: Record<string, string> = { postgres: 'Postgres', redis: 'Redis', nats: 'NATS' };
const engineName = (name: string) => ENGINES[name] ?? name;

const REASONS: Record<string, string> = {
  unreachable: 'does not answer',
  authentication: 'rejects the user or password of',
  certificate_expired: 'presents an expired certificate to',
  certificate_untrusted: 'presents a certificate not trusted by',
  certificate_name: 'presents a certificate for another name to',
  client_certificate: 'rejects the client certificate of',
  no_tls: 'has other TLS settings than',
  read_only: 'is read-only for',
  cluster: 'is a Redis Cluster, which is not supported, for',
};

/** The texts of the page for operators. */
export const texts = {
  title: 'Operations',
  lead: 'The state of every process. Only instance owners see this page.',
  loading: 'Checking every process',
  loadFailed: 'The state of the instance is unknown',
  old: 'Below is the last known state.',
  asked: 'Checked {when}.',

  problemsTitle: 'Problems',
  none: 'No problems',
  noneHint: 'All processes that answer are healthy and run the same version. There is nothing to do.',
  more: 'More: {where}',
  problems: {
    process: (service: string, instance: string) => `${service} at ${instance}`,
    row: (row: string) => `docs/operate/failure-modes.md, row ${row}`,
    version: (version: string, commit: string) => `${version} (${commit.slice(0, 8)})`,
    alone: 'NATS is down, so only the process that answered is shown.',
    aloneTodo: "Start NATS. Until then, check each process's /status on its internal port.",
    missing: (service: string) => `No ${service} has answered.`,
    silent: (name: string) => `${name} no longer answers.`,
    silentTodo:
      'If you did not stop it, start it and check its log. If it is running, it is paused, overloaded or cut off from NATS.',
    engine: (engine: string, reason: string | null, names: readonly string[]) =>
      `${engineName(engine)} ${REASONS[reason ?? 'unreachable'] ?? 'does not work for'}${
        reason === null || reason === 'unreachable' ? ' to' : ''
      } ${listNames(names)}.`,
    startEngine: 'Start it or fix the network in between. Burgee reconnects automatically.',
    correctEngine: (error: string | null) =>
      `Fix the settings of the service or the engine: waiting does not help. ${error ?? ''}`.trim(),
    unready: (name: string, detail: string) => `${name} is not ready: ${detail}.`,
    unreadyTodo: 'If it is starting or stopping, wait. Otherwise check its log.',
    behind: (name: string, lag: number) =>
      `${name} is ${formatNumber(lag)} ${lag === 1 ? 'revision' : 'revisions'} behind.`,
    behindTodo: 'Check again in a minute. If it persists, check Postgres and the connection pool.',
    stale: (name: string, seconds: number) =>
      `${name} serves last known good answers: Postgres has not confirmed them for ${formatNumber(seconds)} s.`,
    staleTodo: 'Start Postgres or fix the network in between.',
    leaderless: (service: string) => `No ${service} replica is the outbox leader.`,
    leaderlessTodo:
      'Check again in ten seconds. If it persists, point DATABASE_URL_DIRECT to Postgres without a pooler.',
    late: (service: string, seconds: number) =>
      `The history is behind: a message from ${service} has been waiting for ${formatNumber(seconds)} s.`,
    lateTodo: 'Start audit or NATS. Nothing is lost.',
    deadLetters: (count: number) =>
      count === 1
        ? 'One change is not in the history: its message is dead-lettered.'
        : `${formatNumber(count)} changes are not in the history: their messages are dead-lettered.`,
    deadLettersTodo: 'Fix the cause, then redeliver them as described below.',
    versions: (versions: readonly string[]) => `Several versions are running: ${listNames(versions)}.`,
    versionsTodo: 'During an upgrade, wait. Otherwise restart the processes that run the older version.',
    upgrading: 'docs/operate/deploy.md, Upgrade',
  },

  processesTitle: 'Processes',
  allProcesses: 'All processes',
  service: 'Service',
  state: 'State',
  version: 'Version',
  engines: 'Engines',
  figures: 'Activity',
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
    leader: 'outbox leader',
    waiting: (messages: number) => `${formatNumber(messages)} audit messages waiting`,
    oldest: (seconds: number) => `oldest for ${formatNumber(seconds)} s`,
    entry: (seconds: number) => `last entry ${formatNumber(seconds)} s ago`,
  },
  noFigures: '–',
  edges: 'The api-gateway and edges do not report here: check /readyz and /status of each.',

  lettersTitle: 'Dead letters',
  allLetters: 'All dead letters',
  noLetters: 'None. Every change is in the history or on its way.',
  lettersHint:
    'Each was refused five times and is kept until you redeliver it. Nothing is lost. Fix the cause, then run:',
  command: 'command',
  deliver: 'burgee-operator dead-letters deliver',
  inContainer: 'in the container of the migration, or {command} where you ran npm start.',
  letter: 'Message',
  letterOf: (service: string, id: string) => `${service}, ${id}`,
  made: 'Created',
  why: 'Why it was refused',
  unknown: 'unknown',
  firstOf: (shown: number, count: number) =>
    `Showing the oldest of each service: ${formatNumber(shown)} of ${formatNumber(count)}.`,
};
