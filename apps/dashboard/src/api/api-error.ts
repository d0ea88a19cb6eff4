import type { FieldFault, Problem } from '@burgee/contracts/wire';
import { capitalize } from '../feedback/format.js';
import { isCut } from './cut-changes.js';
import { texts } from './texts.js';

/** How the user ended a change that needs more input: they canceled it, or requested approval. */
export type NotMade = 'cancelled' | 'requested';

/** Of Burgee, and of proxies in front of it. */
const PASSING = new Set([0, 429, 502, 503, 504]);

/** Why a call failed: a problem document, or no readable answer. */
export class ApiError extends Error {
  constructor(
    /** The HTTP status; 0 without an answer. */
    readonly status: number,
    readonly code: Problem['code'] | 'unreachable' | 'unreadable' | 'session_lost' | NotMade,
    detail: string,
    readonly requestId: string | null,
    readonly problem?: Problem,
    /** Whether the call was a change. */
    readonly ofChange = false,
  ) {
    super(detail);
    this.name = 'ApiError';
  }

  /** Whether the same call may succeed a moment later. */
  get passing(): boolean {
    return PASSING.has(this.status);
  }

  /** Whether the change may have been made anyway: neither no answer nor a page of a proxy is a refusal. */
  get unclear(): boolean {
    return this.ofChange && (this.status < 400 || this.status >= 500);
  }

  /** The request ID, unless Burgee refused what the user asked for: then they need no log. */
  get faultId(): string | null {
    return this.status >= 400 && this.status < 500 ? null : this.requestId;
  }

  /** Whether Burgee refused the session, and not a proxy in front of it. */
  get signedOut(): boolean {
    return this.status === 401 && this.code !== 'unreadable';
  }

  /** The same error with the page's text. */
  saying(detail: string): ApiError {
    return new ApiError(this.status, this.code, detail, this.requestId, this.problem, this.ofChange);
  }

  /** The error of a field of the body, or of the first wrong item of its list, by the field's name. */
  faultOf(field: string): string | undefined {
    const fault = this.problem?.errors?.find(({ pointer }: FieldFault) => `${pointer}/`.startsWith(`/${field}/`));
    return fault && sentence(fault.detail, field);
  }
}

/** "password must be longer" → "Must be longer": the form shows the field's name next to it. */
function sentence(detail: string, field: string): string {
  const rest = detail.startsWith(`${field} `) ? detail.slice(field.length + 1) : detail;
  return `${capitalize(rest)}.`.replace(/\.\.$/, '.');
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body && 'request_id' in body;
}

/** The request id of the call, and whether it was a change. */
export interface RequestInfo {
  requestId: string | null;
  ofChange: boolean;
}

export const unreachable = ({ requestId, ofChange }: RequestInfo) =>
  new ApiError(0, 'unreachable', ofChange ? texts.noAnswer : texts.noAnswerRetry, requestId, undefined, ofChange);

/** The error for an answer that is not 2xx, or not Burgee's. */
export function toApiError(status: number, body: unknown, { requestId, ofChange }: RequestInfo): ApiError {
  if (isProblem(body)) {
    const detail = texts.refusals[body.code] ?? body.detail;
    return new ApiError(status, body.code, detail, body.request_id, body, ofChange);
  }
  const detail = texts.foreign(status);
  return new ApiError(status, 'unreadable', detail, requestId, undefined, ofChange);
}

/** Turns anything thrown into an error that can be shown. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError
    ? error
    : new ApiError(0, 'unreadable', error instanceof Error ? error.message : String(error), null);
}

/**
 * The error of a sign-in whose session the next request did not have: the answer to a right password cannot show whether
 * the browser keeps its cookie, or which others it sends with it.
 * @param protocol of the page
 * @returns undefined for other failures, which say nothing about the session
 */
export function lostSession(thrown: unknown, protocol: string): ApiError | undefined {
  const { status, code, message, requestId } = asApiError(thrown);
  if (status !== 401) return undefined;
  const detail = code === 'unauthenticated' ? texts.cookieNotKept(protocol === 'http:') : message;
  return new ApiError(status, 'session_lost', detail, requestId);
}

/** Whether the user requested approval for the change. */
export const wasRequested = (thrown: unknown) => asApiError(thrown).code === 'requested';

/** Whether the user ended the change, so that there is no failure to report. */
export const wasEnded = (thrown: unknown) => wasRequested(thrown) || asApiError(thrown).code === 'cancelled';

/** Whether the resource does not exist, or this user may no longer see it. */
export const isGone = (thrown: unknown) => {
  const { status, code } = asApiError(thrown);
  return status === 404 && code !== 'unreadable';
};

/** "was not", or less if that is not certain, as in "dark-mode was not switched". */
export const wasNot = (thrown: unknown) => (asApiError(thrown).unclear ? texts.mayNot : texts.wasNot);

/** A failure in words. It says that a change was not made only if that is certain. */
export function describeFailure(title: string, thrown: unknown): { title: string; message: string } {
  const { unclear, message, requestId, code } = asApiError(thrown);
  if (code === 'session_lost') return { title: texts.notSignedIn, message };
  if (!unclear) return { title, message };
  const next = isCut(requestId) ? texts.readsAgain : texts.look;
  return title.includes(texts.mayNot)
    ? { title, message: `${message} ${texts.notKnown}. ${next}` }
    : { title: texts.notKnown, message: `${message} ${next}` };
}
