/** A change that got no answer, or not the service's. */
export interface CutChange {
  requestId: string;
  path: string;
  /** The project of the page that sent it. */
  projectId: string | undefined;
  body?: unknown;
  /** `updated_at` of the value that the user saw, if it changes one. */
  since?: string | undefined;
}

const KEPT = 50;
/** The ids of requests whose end this page finds out. */
const cut: string[] = [];

export const isCut = (requestId: string | null) => requestId !== null && cut.includes(requestId);

/** They leave no entry in the history. */
const UNRECORDED = /^\/api\/(auth|invitations)\/|\/(preferences|test|redeliver)(\?|$)/;

type Find = (change: CutChange) => void;
let find: Find | undefined;

/** Registers what finds out whether a change was saved, in place of what was registered before. */
export function findOutBy(one: Find): void {
  find = one;
}

/** A change was cut: the page reads again, and finds out where that is possible. */
export function noteCut(change: CutChange): void {
  if (change.projectId !== undefined && !UNRECORDED.test(change.path)) {
    cut.push(change.requestId);
    if (cut.length > KEPT) cut.shift();
  }
  find?.(change);
}
