import {
  checkAudit,
  checkReads,
  checkStaleness,
  checkStream,
  checkWrites,
  mayBeStale,
  type ReadRecord,
  type Seen,
} from '@burgee/testing';
import type { Actors } from './cast.js';
import { CALLER, type Crowding } from '../crowding.js';
import { type Evidence, historyOf } from './evidence.js';
import type { FaultRecord } from './nemesis.js';
import type { FailedRead } from './reader.js';

/** P6: a read in 0.5 s and a write in 2.5 s; twice that is for a machine that does all of this at once. Waiting for a core does not count. */
const READ_MILLISECONDS = 1_000;
const WRITE_MILLISECONDS = 5_000;

/** Slow or failed answers of a service that nothing was done to. What was done to it excuses the second after, too. */
function excused(service: string, begin: number, end: number, faults: readonly FaultRecord[]): boolean {
  return faults.some((fault) => fault.victims.includes(service) && begin < fault.end + 1_000 && end > fault.begin);
}

function checkAnswers(cast: readonly Actors[], faults: readonly FaultRecord[], crowding: Crowding): string[] {
  const violations: string[] = [];
  const took = (service: string, begin: number, end: number) =>
    excused(service, begin, end, faults) ? 0 : end - begin - crowding.during(begin, end, service, CALLER);
  const failed = cast.flatMap(({ readers }) => readers.flatMap((reader) => reader.failed));
  const blame = ({ replica, begin, end, status }: FailedRead) =>
    violations.push(`${replica} answered ${status ?? 'nothing'} at ${begin.toFixed(0)}…${end.toFixed(0)}`);
  for (const read of failed)
    if (read.status !== undefined || !excused(read.replica, read.begin, read.end, faults)) blame(read);
  for (const { replica, begin, end } of cast.flatMap(({ readers }) => readers.flatMap(({ reads }) => reads)))
    if (took(replica, begin, end) > READ_MILLISECONDS)
      violations.push(`${replica} took ${(end - begin).toFixed(0)} ms to answer at ${begin.toFixed(0)}`);
  for (const { service, begin, end, id, status } of cast.flatMap(({ writer }) => writer.written)) {
    if (end !== Infinity && took(service, begin, end) > WRITE_MILLISECONDS)
      violations.push(`${id} took ${(end - begin).toFixed(0)} ms`);
    if (status !== undefined && status !== 200 && status !== 503) violations.push(`${id} was answered ${status}`);
  }
  return violations;
}

/** Holds everything against the promises. @returns one line a violation */
export function judge(
  cast: readonly Actors[],
  evidence: Evidence,
  faults: readonly FaultRecord[],
  crowding: Crowding,
): string[] {
  const violations = checkAnswers(cast, faults, crowding);
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
    const judged = reads.filter((read) => !crowding.excuses(read));
    violations.push(...checkStaleness(plot.environment.name, judged, faults));
    for (const follower of followers)
      violations.push(...checkStream({ client: follower.name, events: follower.events() }, final));
    const entries = evidence.audit.filter(({ environment }) => environment === plot.environment.id);
    if (entries.length !== history.contents.size - 1)
      violations.push(`${plot.environment.name}: ${entries.length} entries of ${history.contents.size - 1} changes`);
  }
  return [...violations, ...checkAudit(evidence.audit, stored, acknowledged)];
}

/** Of how many reads it would have been noticed that they are stale without a reason. */
function freshByDuty(cast: readonly Actors[], faults: readonly FaultRecord[], crowding: Crowding): ReadRecord[] {
  const reads = cast.flatMap(({ readers }) => readers.flatMap((reader) => reader.reads));
  return reads.filter((read) => !mayBeStale(read, faults) && !crowding.excuses(read));
}

export function count(cast: readonly Actors[], faults: readonly FaultRecord[], crowding: Crowding): Seen {
  const reads = cast.flatMap(({ readers }) => readers.flatMap((reader) => reader.reads));
  return {
    acknowledgedWrites: cast.flatMap(({ writer }) => writer.written.filter(({ end }) => end !== Infinity)).length,
    reads: reads.length,
    freshReads: reads.filter(({ stale }) => !stale).length,
    readsFreshByDuty: freshByDuty(cast, faults, crowding).length,
    faults: faults.length,
    streamEvents: cast.flatMap(({ followers }) => followers.flatMap((follower) => follower.events())).length,
  };
}

/** How much was seen, and how slow the slowest was. */
export function summarize(cast: readonly Actors[], faults: readonly FaultRecord[], seen: Seen): string {
  const reads = cast.flatMap(({ readers }) => readers.flatMap((reader) => reader.reads));
  const writes = cast.flatMap(({ writer }) => writer.written);
  const slowest = (spans: readonly { begin: number; end: number }[]) =>
    Math.max(0, ...spans.map(({ begin, end }) => end - begin)).toFixed(0);
  const acknowledged = writes.filter(({ end }) => end !== Infinity);
  return [
    `${seen.faults} faults (${faults.map(({ name }) => name).join(', ')})`,
    `${writes.length} writes, ${seen.acknowledgedWrites} acknowledged, slowest ${slowest(acknowledged)} ms`,
    `${seen.reads} reads, ${seen.reads - seen.freshReads} stale, ${seen.readsFreshByDuty} with no reason to be, slowest ${slowest(reads)} ms`,
    `${seen.streamEvents} stream events`,
  ].join('; ');
}
