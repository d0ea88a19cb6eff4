import type { ServerResponse } from 'node:http';
import { type AdmissionMetrics, FairScheduler, type Flow, type Level } from '@burgee/admission';
import { brokenOff } from '@burgee/contracts/wire';

const WAIT_AT_MOST_MS = 9_000;

/** The kinds of work in a process that serves flags. A read from memory needs no admission: it is answered at once. */
const SERVING_LEVELS = {
  /** Reads of the source and encodings, which wait for other systems or for threads. */
  load: { seats: 16, seatsOfFlow: 4, seatsOfBusyFlow: 1, waitingAtMost: 10_000, waitAtMostMs: WAIT_AT_MOST_MS },
  /** Decisions and their preparation: on the event loop, one at a time. */
  decide: { seats: 1, seatsOfFlow: 1, waitingAtMost: 8_000, waitAtMostMs: WAIT_AT_MOST_MS, sliceMs: 2 },
  /** From the request for a stream to its first header. A waiting request costs as much as an idle stream. */
  'open-stream': { seats: 16, seatsOfFlow: 8, waitingAtMost: 4_096, waitAtMostMs: WAIT_AT_MOST_MS, sliceMs: 2 },
  /** Writes to open streams. A change is never refused, and waits without a limit. */
  send: { seats: 1, seatsOfFlow: 1, waitingAtMost: Infinity, waitAtMostMs: Infinity, sliceMs: 2 },
} satisfies Record<string, Level>;

/** The flow of an environment: its account, if known, and itself. */
export type FlowOf = (environmentId: string) => Flow | Promise<Flow>;

/** Where the work of a process is admitted, and to whose flow it belongs. */
export interface ServingAdmission {
  scheduler: FairScheduler<keyof typeof SERVING_LEVELS>;
  flowOf: FlowOf;
}

export const createServingAdmission = (flowOf: FlowOf, metrics?: AdmissionMetrics): ServingAdmission => ({
  scheduler: new FairScheduler(SERVING_LEVELS, metrics && { metrics }),
  flowOf,
});

/** Memory of a read while it waits for shared work. */
export const WAITING_READ_BYTES = 16_000;

/** @returns a function that creates, on first use, a signal aborted when the client leaves before its answer */
export function goneOf(response: ServerResponse): () => AbortSignal {
  let gone: AbortController | undefined;
  const leave = () => {
    if (!response.writableEnded) gone?.abort(brokenOff());
  };
  return () => {
    if (!gone) {
      gone = new AbortController();
      response.once('close', leave);
      if (response.closed) leave();
    }
    return gone.signal;
  };
}
