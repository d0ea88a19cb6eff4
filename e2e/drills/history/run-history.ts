import { setMaxListeners } from 'node:events';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  type DrillHouse,
  checkAudit,
  checkReads,
  checkStream,
  checkWrites,
  eventually,
  startDrillHouse,
} from '@burgee/testing';
import { closeConnections } from './call.js';
import { type Evidence, gatherEvidence, historyOf } from './evidence.js';
import { Follower } from './follower.js';
import { type FaultRecord, Nemesis } from './nemesis.js';
import { Random } from './random.js';
import { type FailedRead, Reader } from './reader.js';
import { buildTown, type Plot, placeOf, readFlags, type Town } from './town.js';
import { Writer } from './writer.js';

export interface HistoryOptions {
  seed: number;
  seconds: number;
  sdkGateways: number;
  flagsAdmins: number;
  environments: number;
}

export interface HistoryReport {
  violations: string[];
  /** One line that says how much was seen, and how slow the slowest was. */
  summary: string;
}

/** P6: a read in 0.5 s and a write in 2.5 s; twice that is for a machine that does all of this at once. */
const READ_MILLISECONDS = 1_000;
const WRITE_MILLISECONDS = 5_000;
/** Everything recovers unaided. */
const RECOVERY_MILLISECONDS = 10_000;

interface Actors {
  plot: Plot;
  writer: Writer;
  readers: Reader[];
  followers: Follower[];
}

function castOf(town: Town, plot: Plot, random: Random): Actors {
  const replicas = town.house.gateways.map((gateway, index) => ({ gateway, name: `sdk-gateway-${index + 1}` }));
  return {
    plot,
    writer: new Writer(town, plot, random.fork()),
    readers: replicas.map(({ name, gateway }) => new Reader(name, gateway.base, plot, random.fork())),
    followers: replicas.map(({ name, gateway }) => new Follower(`${plot.environment.name} on ${name}`, gateway, plot)),
  };
}

/** Every replica answers, fresh and alike, and every stream is where its environment is. */
async function settle({ house }: Town, cast: readonly Actors[]): Promise<void> {
  await eventually(
    async () => {
      for (const { plot, followers } of cast) {
        const answers = await Promise.all(house.gateways.map(({ base }) => readFlags(base, plot.environment)));
        const tags = answers.map((answer) => (answer?.headers['burgee-freshness'] ? 'stale' : answer?.headers.etag));
        if (new Set(tags).size !== 1 || tags[0] === undefined || tags[0] === 'stale')
          throw new Error(`${plot.environment.name} is not settled: ${tags.join(', ')}`);
        for (const follower of followers)
          if (follower.events().at(-1)?.revision !== placeOf(tags[0]).revision)
            throw new Error(`${follower.name} is at ${follower.events().at(-1)?.revision} of ${tags[0]}`);
      }
    },
    RECOVERY_MILLISECONDS * 1.5,
    100,
  );
}

/** Audit facts that are confirmed are gone from the outbox. */
async function auditIsDone(town: Town): Promise<Evidence> {
  return eventually(
    async () => {
      const evidence = await gatherEvidence(town);
      const changes = town.plots.reduce(
        (sum, plot) =>
          sum + (evidence.log.get(plot.environment.id) ?? []).filter(({ revision }) => revision > plot.first).length,
        0,
      );
      if (evidence.audit.length < changes) throw new Error(`${evidence.audit.length} entries of ${changes} changes`);
      return evidence;
    },
    RECOVERY_MILLISECONDS * 1.5,
    200,
  ).catch(() => gatherEvidence(town));
}

/** Slow or failed answers of a service that nothing was done to. What was done to it excuses the second after, too. */
function excused(service: string, begin: number, end: number, faults: readonly FaultRecord[]): boolean {
  return faults.some((fault) => fault.victims.includes(service) && begin < fault.end + 1_000 && end > fault.begin);
}

function checkAnswers(cast: readonly Actors[], faults: readonly FaultRecord[]): string[] {
  const violations: string[] = [];
  const failed = cast.flatMap(({ readers }) => readers.flatMap((reader) => reader.failed));
  const blame = ({ replica, begin, end, status }: FailedRead) =>
    violations.push(`${replica} answered ${status ?? 'nothing'} at ${begin.toFixed(0)}…${end.toFixed(0)}`);
  for (const read of failed)
    if (read.status !== undefined || !excused(read.replica, read.begin, read.end, faults)) blame(read);
  for (const { replica, begin, end } of cast.flatMap(({ readers }) => readers.flatMap(({ reads }) => reads)))
    if (end - begin > READ_MILLISECONDS && !excused(replica, begin, end, faults))
      violations.push(`${replica} took ${(end - begin).toFixed(0)} ms to answer at ${begin.toFixed(0)}`);
  for (const { service, begin, end, id, status } of cast.flatMap(({ writer }) => writer.written)) {
    if (end !== Infinity && end - begin > WRITE_MILLISECONDS && !excused(service, begin, end, faults))
      violations.push(`${id} took ${(end - begin).toFixed(0)} ms`);
    if (status !== undefined && status !== 200 && status !== 503) violations.push(`${id} was answered ${status}`);
  }
  return violations;
}

function check(cast: readonly Actors[], evidence: Evidence, faults: readonly FaultRecord[]): string[] {
  const violations = checkAnswers(cast, faults);
  const stored = new Set<string>();
  const acknowledged = new Set<string>();
  for (const { plot, writer, readers, followers } of cast) {
    const reads = readers.flatMap((reader) => reader.reads);
    const history = historyOf(plot, writer.written, reads, evidence);
    for (const { id, end, revision } of history.writes) {
      if (revision !== undefined) stored.add(id);
      if (end !== Infinity) acknowledged.add(id);
    }
    const final = Math.max(...history.contents.keys());
    violations.push(...checkReads(history), ...checkWrites(history));
    for (const follower of followers)
      violations.push(...checkStream({ client: follower.name, events: follower.events() }, final));
    const entries = evidence.audit.filter(({ environment }) => environment === plot.environment.id);
    if (entries.length !== history.contents.size - 1)
      violations.push(`${plot.environment.name}: ${entries.length} entries of ${history.contents.size - 1} changes`);
  }
  return [...violations, ...checkAudit(evidence.audit, stored, acknowledged)];
}

function summarize(cast: readonly Actors[], faults: readonly FaultRecord[]): string {
  const reads = cast.flatMap(({ readers }) => readers.flatMap((reader) => reader.reads));
  const writes = cast.flatMap(({ writer }) => writer.written);
  const acknowledged = writes.filter(({ end }) => end !== Infinity);
  const slowest = (spans: readonly { begin: number; end: number }[]) =>
    Math.max(0, ...spans.map(({ begin, end }) => end - begin)).toFixed(0);
  const events = cast.flatMap(({ followers }) => followers.flatMap((follower) => follower.events()));
  return [
    `${faults.length} faults (${faults.map(({ name }) => name).join(', ')})`,
    `${writes.length} writes, ${acknowledged.length} acknowledged, slowest ${slowest(acknowledged)} ms`,
    `${reads.length} reads, ${reads.filter(({ stale }) => stale).length} stale, slowest ${slowest(reads)} ms`,
    `${events.length} stream events`,
  ].join('; ');
}

/** Lets writers, readers and stream clients loose on a house that a nemesis breaks, and holds what they saw against the promises. */
export async function runHistory(options: HistoryOptions): Promise<HistoryReport> {
  const { seed, seconds, environments, ...replicas } = options;
  const random = new Random(seed);
  const house = await startDrillHouse(replicas);
  const followed = new AbortController();
  try {
    const town = await buildTown(house, environments);
    const cast = town.plots.map((plot) => castOf(town, plot, random.fork()));
    const nemesis = new Nemesis(house, random.fork());
    const following = cast.flatMap(({ followers }) => followers.map((one) => one.run(followed.signal)));
    const time = AbortSignal.timeout(seconds * 1_000);
    setMaxListeners(0, time, followed.signal);
    nemesis.start();
    await Promise.all(
      cast.flatMap(({ writer, readers }) => [writer.run(time), ...readers.map((one) => one.run(time))]),
    );
    await nemesis.stop();
    const unsettled = await settle(town, cast).then(
      () => [],
      (error: Error) => [error.message],
    );
    const evidence = await auditIsDone(town);
    const violations = [...unsettled, ...check(cast, evidence, nemesis.faults)];
    if (violations.length > 0)
      keep(seed, house, { options, faults: nemesis.faults, violations, cast: record(cast), evidence });
    followed.abort();
    for (const { followers } of cast) for (const one of followers) one.close();
    await Promise.all(following);
    return { violations, summary: `seed ${seed}: ${summarize(cast, nemesis.faults)}` };
  } finally {
    followed.abort();
    await house.stop();
    closeConnections();
  }
}

const record = (cast: readonly Actors[]) =>
  cast.map(({ plot, writer, readers, followers }) => ({
    environment: plot.environment.name,
    first: plot.first,
    writes: writer.written,
    reads: readers.flatMap(({ reads }) => reads),
    streams: followers.map((one) => ({ client: one.name, events: one.events() })),
  }));

/** Everything that is needed to find out why, in a folder that stays: the history, and what each process printed. */
function keep(seed: number, house: DrillHouse, history: object): void {
  const folder = join(tmpdir(), `burgee-history-${seed}`);
  rmSync(folder, { recursive: true, force: true });
  for (const { logFile } of Object.values(house.services)) cpSync(logFile, join(folder, basename(logFile)));
  const asJson = (_key: string, value: unknown) => (value instanceof Map ? [...value] : value);
  writeFileSync(join(folder, 'history.json'), JSON.stringify(history, asJson));
  process.stderr.write(`The history is in ${folder}\n`);
}
