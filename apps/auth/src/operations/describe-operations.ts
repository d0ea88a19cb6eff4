import type { DeadLetterView, OperationsView, ProcessView } from '@burgee/contracts/http';
import type { StatusReportedV1 } from '@burgee/contracts/messages';

/** The last report of a process. Times are in milliseconds on a monotonic clock. */
export interface HeldReport {
  receivedAt: number;
  report: StatusReportedV1;
}

const ofOutbox = ({ figures }: StatusReportedV1) =>
  figures.find(({ name }) => name === 'outbox.dead_letters')?.value ?? 0;

/** The replicas of a service read the same outbox at different times, so the latest report counts. */
function newestOf(reports: readonly StatusReportedV1[]): StatusReportedV1[] {
  const newest = new Map<string, StatusReportedV1>();
  for (const report of reports) {
    const known = newest.get(report.service);
    if (!known || known.occurred_at < report.occurred_at) newest.set(report.service, report);
  }
  return [...newest.values()];
}

function lettersOf({ service, dead_letters }: StatusReportedV1): DeadLetterView[] {
  return dead_letters.map(({ event_id, action, created_at, last_error }) => ({
    service,
    event_id,
    action: action ?? null,
    created_at,
    last_error: last_error ?? null,
  }));
}

function processOf(id: string, { report }: HeldReport, answered: boolean): ProcessView {
  const { v: _v, event_id: _id, occurred_at, dead_letters: _letters, detail, dependencies, ...rest } = report;
  return {
    ...rest,
    id,
    reported_at: occurred_at,
    answered,
    detail: detail ?? null,
    dependencies: dependencies.map(({ reason, last_error, ...one }) => ({
      ...one,
      reason: reason ?? null,
      last_error: last_error ?? null,
    })),
  };
}

/**
 * The view of the reports in this process.
 * @param held reports by process id
 * @param askedAt the time of the request, on the clock of `receivedAt`. Earlier reports mean that the process did not
 * answer.
 */
export function describeOperations(
  held: ReadonlyMap<string, HeldReport>,
  askedAt: number,
): Omit<OperationsView, 'asked_at' | 'complete'> {
  const all = [...held].map(([id, one]) => processOf(id, one, one.receivedAt >= askedAt));
  const newest = newestOf([...held.values()].map(({ report }) => report));
  const byPlace = (one: ProcessView) => `${one.service} ${one.instance}`;
  const answering = new Set(all.filter(({ answered }) => answered).map(byPlace));
  // A restarted process has a new id in the same place.
  const processes = all.filter((one) => one.answered || !answering.has(byPlace(one)));
  return {
    processes: processes.toSorted((a, b) => byPlace(a).localeCompare(byPlace(b))),
    dead_letter_count: newest.reduce((sum, report) => sum + ofOutbox(report), 0),
    dead_letters: newest.flatMap(lettersOf).toSorted((a, b) => a.created_at.localeCompare(b.created_at)),
  };
}
