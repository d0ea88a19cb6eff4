import type { FieldFault, Problem } from '@burgee/contracts';

/** Why a call came to nothing: a problem document of ours, or no answer that could be understood. */
export class ApiError extends Error {
  constructor(
    /** The HTTP status; 0 when nothing came back. */
    readonly status: number,
    readonly code: Problem['code'] | 'unreachable' | 'unreadable',
    detail: string,
    readonly requestId: string | null,
    readonly problem?: Problem,
    /** Whether the call was to change something. */
    readonly ofChange = false,
  ) {
    super(detail);
    this.name = 'ApiError';
  }

  /** Whether the same call may succeed a moment later. */
  get passing(): boolean {
    return this.status === 0 || this.status === 503 || this.status === 429;
  }

  /** Whether the change may have been made all the same: nothing came that says it was refused. */
  get unclear(): boolean {
    return this.ofChange && (this.status === 0 || this.status >= 500);
  }

  /** What is wrong with a field of the body, by its name. */
  faultOf(field: string): string | undefined {
    const fault = this.problem?.errors?.find(({ pointer }: FieldFault) => pointer === `/${field}`);
    return fault && sentence(fault.detail, field);
  }
}

/** "password must be longer" → "Must be longer": the field's name stands beside it already. */
function sentence(detail: string, field: string): string {
  const rest = detail.startsWith(`${field} `) ? detail.slice(field.length + 1) : detail;
  return `${rest.charAt(0).toUpperCase()}${rest.slice(1)}.`.replace(/\.\.$/, '.');
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body && 'request_id' in body;
}

/** What was asked: its id, and whether it was to change something. */
export interface Asked {
  requestId: string | null;
  ofChange: boolean;
}

export const unreachable = ({ requestId, ofChange }: Asked) =>
  new ApiError(
    0,
    'unreachable',
    ofChange ? 'Burgee did not answer.' : 'Burgee did not answer. Check your connection and try again.',
    requestId,
    undefined,
    ofChange,
  );

/** What an answer that is not 2xx means. */
export function toApiError(status: number, body: unknown, { requestId, ofChange }: Asked): ApiError {
  if (isProblem(body)) return new ApiError(status, body.code, body.detail, body.request_id, body, ofChange);
  const detail = `The answer (${status}) was not one of Burgee's own. A proxy in between may be at fault.`;
  return new ApiError(status, 'unreadable', detail, requestId, undefined, ofChange);
}

/** Anything that was thrown, as an error that can be shown. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError
    ? error
    : new ApiError(0, 'unreadable', error instanceof Error ? error.message : String(error), null);
}

/** What was asked for is not there, or not for this reader any more. */
export const isGone = (thrown: unknown) => asApiError(thrown).status === 404;

const MAY_NOT = 'may not have been';

/** "was not", or as much as is known, as in "dark-mode was not switched". */
export const wasNot = (thrown: unknown) => (asApiError(thrown).unclear ? MAY_NOT : 'was not');

/** A failure in words. That a change was not made is only said when it is known. */
export function sayFailure(title: string, thrown: unknown): { title: string; message: string } {
  const { unclear, message } = asApiError(thrown);
  if (!unclear) return { title, message };
  return {
    title: title.includes(MAY_NOT) ? title : 'It may have been done all the same',
    message: `${message} Look whether it was done before you try again.`,
  };
}
