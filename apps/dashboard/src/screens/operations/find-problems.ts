import type { DependencyView, OperationsView, ProcessView } from '@burgee/contracts/http';
import { figureOf } from './figure-of.js';
import { texts as all } from './texts.js';

const texts = all.problems;

/** A problem that an operator has to look at. */
export interface Problem {
  what: string;
  /** What to do about it. */
  todo: string;
  /** The page of docs with more, and its row there if it has rows. */
  more: string;
}

/** Without one of these, something does not work. Usage is optional. */
const NEEDED = ['auth', 'flags-admin', 'sdk-gateway', 'audit'];
/** The same as in the alert rules. */
const LATE_SECONDS = 60;

const ROW_OF_ENGINE: Record<string, string> = { redis: 'F1', nats: 'F26', postgres: 'F11' };
const ROW_OF_CREDENTIALS: Record<string, string> = { redis: 'F40', nats: 'F39', postgres: 'F41' };
const ROW_OF_SERVICE: Record<string, string> = { 'sdk-gateway': 'F23', audit: 'F21', auth: 'F25', usage: 'F55' };

const inFailureModes = (row: string) => texts.row(row);

function rowOf(engine: string, reason: string | null): string {
  if (reason === 'authentication') return ROW_OF_CREDENTIALS[engine] ?? 'F41';
  if (reason === 'read_only') return 'F38';
  if (reason === 'cluster') return 'F44';
  if (reason === null || reason === 'unreachable') return ROW_OF_ENGINE[engine] ?? 'F11';
  return 'F42';
}

const nameOf = ({ service, instance }: ProcessView) => texts.process(service, instance);

function ofEngines(processes: readonly ProcessView[]): Problem[] {
  const downs = new Map<string, { one: DependencyView; names: string[] }>();
  for (const process of processes)
    for (const one of process.dependencies) {
      if (one.state !== 'down') continue;
      const key = `${one.name} ${one.reason}`;
      const known = downs.get(key) ?? { one, names: [] };
      known.names.push(nameOf(process));
      downs.set(key, known);
    }
  return [...downs.values()].map(({ one, names }) => ({
    what: texts.engine(one.name, one.reason, names),
    todo: one.reason === null || one.reason === 'unreachable' ? texts.startEngine : texts.correctEngine(one.last_error),
    more: inFailureModes(rowOf(one.name, one.reason)),
  }));
}

function ofProcess(process: ProcessView): Problem[] {
  const name = nameOf(process);
  if (!process.answered)
    return [
      {
        what: texts.silent(name),
        todo: texts.silentTodo,
        more: inFailureModes(ROW_OF_SERVICE[process.service] ?? 'F10'),
      },
    ];
  const found: Problem[] = [];
  const isEngine = process.dependencies.some(({ state }) => state === 'down');
  if (process.status === 'unavailable' && !isEngine)
    found.push({
      what: texts.unready(name, process.detail ?? ''),
      todo: texts.unreadyTodo,
      more: inFailureModes(process.service === 'sdk-gateway' ? 'F36' : 'F45'),
    });
  const lag = figureOf(process, 'reads.revision_lag') ?? 0;
  if (lag > 0) found.push({ what: texts.behind(name, lag), todo: texts.behindTodo, more: inFailureModes('F13') });
  const stale = figureOf(process, 'reads.staleness_seconds') ?? 0;
  if (stale > 0) found.push({ what: texts.stale(name, stale), todo: texts.staleTodo, more: inFailureModes('F11') });
  return found;
}

function ofOutbox(service: string, replicas: readonly ProcessView[]): Problem[] {
  const leaders = replicas.map((one) => figureOf(one, 'outbox.leader')).filter((leader) => leader !== undefined);
  const oldest = Math.max(0, ...replicas.map((one) => figureOf(one, 'outbox.audit_oldest_seconds') ?? 0));
  return [
    ...(leaders.length > 0 && !leaders.includes(1)
      ? [{ what: texts.leaderless(service), todo: texts.leaderlessTodo, more: inFailureModes('F49') }]
      : []),
    ...(oldest > LATE_SECONDS
      ? [
          {
            what: texts.late(service, Math.round(oldest)),
            todo: texts.lateTodo,
            more: inFailureModes(service === 'auth' ? 'F56' : 'F21'),
          },
        ]
      : []),
  ];
}

/** The running versions, with their commits: `1.2.0 (abc)`. */
export const versionsOf = (processes: readonly ProcessView[]): string[] =>
  [...new Set(processes.map(({ version, commit }) => texts.version(version, commit)))].toSorted();

/** The problems that an operator has to look at, the worst first. */
export function findProblems({ complete, processes, dead_letter_count }: OperationsView): Problem[] {
  const answering = processes.filter(({ answered }) => answered);
  const missing = complete ? NEEDED.filter((service) => !processes.some((one) => one.service === service)) : [];
  const versions = versionsOf(answering);
  const services = [...new Set(answering.map(({ service }) => service))];
  return [
    ...(complete ? [] : [{ what: texts.alone, todo: texts.aloneTodo, more: inFailureModes('F6') }]),
    ...missing.map((service) => ({
      what: texts.missing(service),
      todo: texts.silentTodo,
      more: inFailureModes(ROW_OF_SERVICE[service] ?? 'F10'),
    })),
    ...ofEngines(complete ? answering : answering.map(withoutNats)),
    ...processes.flatMap(ofProcess),
    ...services.flatMap((service) =>
      ofOutbox(
        service,
        answering.filter((one) => one.service === service),
      ),
    ),
    ...(dead_letter_count > 0
      ? [{ what: texts.deadLetters(dead_letter_count), todo: texts.deadLettersTodo, more: inFailureModes('F37') }]
      : []),
    ...(versions.length > 1
      ? [{ what: texts.versions(versions), todo: texts.versionsTodo, more: texts.upgrading }]
      : []),
  ];
}

/** Another problem already reports that NATS is down. */
const withoutNats = (process: ProcessView): ProcessView => ({
  ...process,
  dependencies: process.dependencies.filter(({ name }) => name !== 'nats'),
});
