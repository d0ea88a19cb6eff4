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
import type { Workload } from './workload.js';
import { checkCopies } from './check-copies.js';
import { contentsOf, type Evidence, historyOf } from './evidence.js';
import type { FaultRecord } from './nemesis.js';
import type { FailedRead } from './reader.js';

/** Promised (P6) are a read in 0.5 s and a write in 2.5 s. Longer than this is an answer that waits for what is broken. */
const READ_WITHIN_MILLISECONDS = 5_000;
const WRITE_WITHIN_MILLISECONDS = 10_000;

/** Whether a fault in the service excuses a slow or failed answer, up to a second after the fault. */
function excused(service: string, begin: number, end: number, faults: readonly FaultRecord[]): boolean {
  return faults.some((fault) => fault.victims.includes(service) && begin < fault.end + 1_000 && end > fault.begin);
}

function checkAnswers(workloads: readonly Workload[], faults: readonly FaultRecord[]): string[] {
  const violations: string[] = [];
  const took = (service: string, begin: number, end: number) =>
    excused(service, begin, end, faults) ? 0 : end - begin;
  const failed = workloads.flatMap(({ readers }) => readers.flatMap((reader) => reader.failed));
  const blame = ({ replica, begin, end, status }: FailedRead) =>
    violations.push(`${replica} answered ${status ?? 'nothing'} at ${begin.toFixed(0)}…${end.toFixed(0)}`);
  for (const read of failed)
    if (read.status !== undefined || !excused(read.replica, read.begin, read.end, faults)) blame(read);
  for (const { replica, begin, end } of workloads.flatMap(({ readers }) => readers.flatMap(({ reads }) => reads)))
    if (took(replica, begin, end) > READ_WITHIN_MILLISECONDS)
      violations.push(`${replica} took ${(end - begin).toFixed(0)} ms to answer at ${begin.toFixed(0)}`);
  for (const { service, begin, end, id, status } of workloads.flatMap(({ writer }) => writer.written)) {
    if (end !== Infinity && took(service, begin, end) > WRITE_WITHIN_MILLISECONDS)
      violations.push(`${id} took ${(end - begin).toFixed(0)} ms`);
    if (status !== undefined && status !== 200 && status !== 503) violations.push(`${id} was answered ${status}`);
  }
  return violations;
}

/** Holds everything against the promises. @returns one line a violation */
export function checkPromises(
  workloads: readonly Workload[],
  evidence: Evidence,
  faults: readonly FaultRecord[],
): string[] {
  const violations = checkAnswers(workloads, faults);
  const stored = new Set<string>();
  const acknowledged = new Set<string>();
  for (const { load, writer, readers, subscribers } of workloads) {
    const reads = readers.flatMap((reader) => reader.reads);
    const history = historyOf(load, writer.written, reads, evidence);
    for (const { id, end, revision } of history.writes) {
      if (revision !== undefined) stored.add(id);
      if (end !== Infinity) acknowledged.add(id);
    }
    const final = Math.max(...history.contents.keys());
    violations.push(...checkReads(history), ...checkWrites(history));
    violations.push(...checkStaleness(load.environment.name, reads, faults));
    for (const subscriber of subscribers)
      violations.push(...checkStream({ client: subscriber.name, events: subscriber.events() }, final));
    violations.push(...checkCopies(load, subscribers, contentsOf(load, evidence)));
    const entries = evidence.audit.filter(({ environment }) => environment === load.environment.id);
    if (entries.length !== history.contents.size - 1)
      violations.push(`${load.environment.name}: ${entries.length} entries of ${history.contents.size - 1} changes`);
  }
  return [...violations, ...checkAudit(evidence.audit, stored, acknowledged)];
}

/** Counts the reads that must be fresh: only these can show staleness without a reason. */
function freshByDuty(workloads: readonly Workload[], faults: readonly FaultRecord[]): ReadRecord[] {
  const reads = workloads.flatMap(({ readers }) => readers.flatMap((reader) => reader.reads));
  return reads.filter((read) => !mayBeStale(read, faults));
}

export function count(workloads: readonly Workload[], faults: readonly FaultRecord[]): Seen {
  const reads = workloads.flatMap(({ readers }) => readers.flatMap((reader) => reader.reads));
  return {
    acknowledgedWrites: workloads.flatMap(({ writer }) => writer.written.filter(({ end }) => end !== Infinity)).length,
    reads: reads.length,
    freshReads: reads.filter(({ stale }) => !stale).length,
    readsFreshByDuty: freshByDuty(workloads, faults).length,
    faults: faults.length,
    streamEvents: workloads.flatMap(({ subscribers }) => subscribers.flatMap((subscriber) => subscriber.events()))
      .length,
  };
}

/** Counts of the run, and its slowest answers. */
export function summarize(workloads: readonly Workload[], faults: readonly FaultRecord[], seen: Seen): string {
  const reads = workloads.flatMap(({ readers }) => readers.flatMap((reader) => reader.reads));
  const writes = workloads.flatMap(({ writer }) => writer.written);
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
