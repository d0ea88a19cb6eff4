import type { ServerResponse } from 'node:http';
import { type AdmissionMetrics, FairScheduler, type Flow, type Level } from '@burgee/admission';
import { brokenOff } from '@burgee/contracts/wire';

const WAIT_AT_MOST_MS = 9_000;

/** The kinds of work in a process that serves flags. A read from memory is none of them: it is answered at once. */
const SERVING_LEVELS = {
  /** Reads of the source, and encodings of what was read: they wait for others, or for threads. */
  load: { seats: 16, seatsOfFlow: 4, seatsOfBusyFlow: 1, waitingAtMost: 10_000, waitAtMostMs: WAIT_AT_MOST_MS },
  /** Decisions, and what they are made from: on the event loop, one after the other. */
  decide: { seats: 1, seatsOfFlow: 1, waitingAtMost: 8_000, waitAtMostMs: WAIT_AT_MOST_MS, sliceMs: 2 },
  /** From the request for a stream to its first header. Each that waits costs what an idle stream costs. */
  'open-stream': { seats: 16, seatsOfFlow: 8, waitingAtMost: 4_096, waitAtMostMs: WAIT_AT_MOST_MS, sliceMs: 2 },
  /** Writes to open streams. A change is never refused: it waits for as long as it takes. */
  send: { seats: 1, seatsOfFlow: 1, waitingAtMost: Infinity, waitAtMostMs: Infinity, sliceMs: 2 },
} satisfies Record<string, Level>;

/** The flow of an environment: its account and itself, as far as that is known. */
export type FlowOf = (environmentId: string) => Flow | Promise<Flow>;

/** Where the work of a process is admitted, and whose it is. */
export interface ServingAdmission {
  scheduler: FairScheduler<keyof typeof SERVING_LEVELS>;
  flowOf: FlowOf;
}

export const createServingAdmission = (flowOf: FlowOf, metrics?: AdmissionMetrics): ServingAdmission => ({
  scheduler: new FairScheduler(SERVING_LEVELS, metrics && { metrics }),
  flowOf,
});

/** What a read holds in memory while it waits for something that is made for many. */
export const WAITING_READ_BYTES = 16_000;

/** @returns gives a signal that is aborted when the client leaves before it has its answer; made when it is asked for */
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
