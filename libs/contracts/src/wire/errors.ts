/**
 * Every error that a caller can get: stable code, HTTP status, title, and its log level.
 * `error` means that a person must act; a refused request is `info`. A test compares docs/reference/errors.md with this list.
 */
export interface ErrorKind {
  readonly status: number;
  readonly title: string;
  readonly logLevel: 'info' | 'warn' | 'error';
}

const kind = (status: number, title: string, logLevel: ErrorKind['logLevel'] = 'info'): ErrorKind => ({
  status,
  title,
  logLevel,
});

export const ERRORS = {
  invalid_request: kind(400, 'Invalid request'),
  malformed_json: kind(400, 'Malformed JSON'),
  passwords_differ: kind(400, 'Passwords do not match'),
  email_taken: kind(400, 'Email already registered'),
  common_password: kind(400, 'Password too common'),
  comment_required: kind(400, 'Comment required'),
  token_and_session: kind(400, 'Token and session'),
  unauthenticated: kind(401, 'Not signed in'),
  token_invalid: kind(401, 'Token invalid or ended'),
  job_token_refused: kind(401, "Job's token refused"),
  session_cookie_ambiguous: kind(401, 'Several session cookies'),
  sdk_key_invalid: kind(401, 'SDK key invalid or revoked'),
  client_key_not_allowed: kind(401, 'Client key not allowed'),
  ticket_invalid: kind(401, 'Stream ticket invalid or used'),
  event_token_invalid: kind(401, 'Event stream token invalid'),
  role_too_low: kind(403, 'Role too low'),
  scope_missing: kind(403, 'Scope missing'),
  session_required: kind(403, 'Session required'),
  limit_exceeded: kind(403, 'Limit of the token exceeded'),
  cross_site_request: kind(403, 'Cross-site request refused'),
  fresh_proof_required: kind(403, 'Fresh proof required'),
  address_not_verified: kind(403, 'Address not verified'),
  mail_off: kind(403, 'Mail is off'),
  registration_closed: kind(403, 'Registration closed'),
  password_sign_in_off: kind(403, 'Password sign-in off'),
  origin_not_registered: kind(403, 'Origin not registered'),
  invalid_credentials: kind(404, 'Invalid credentials'),
  not_found: kind(404, 'Not found'),
  invitation_invalid: kind(404, 'No such invitation'),
  route_not_found: kind(404, 'No such route'),
  method_not_allowed: kind(405, 'Method not allowed'),
  request_too_slow: kind(408, 'Request too slow'),
  position_unknown: kind(409, 'Position from another history'),
  duplicate: kind(409, 'Already exists'),
  last_owner: kind(409, 'Last owner'),
  last_administrator: kind(409, 'Last administrator'),
  last_sign_in_method: kind(409, 'Last way to sign in'),
  quota_exceeded: kind(409, 'Quota exceeded'),
  flag_set_too_large: kind(409, 'Flag set too large'),
  document_too_large: kind(409, 'Document too large'),
  delete_too_large: kind(409, 'Delete too large'),
  approval_required: kind(409, 'Approval required'),
  request_not_ready: kind(409, 'Change request not ready'),
  flag_archived: kind(409, 'Flag archived'),
  webhook_disabled: kind(409, 'Webhook disabled'),
  schedule_ended: kind(409, 'Schedule ended'),
  link_ended: kind(410, 'Link used or expired'),
  history_gone: kind(410, 'No longer in the history'),
  value_changed: kind(412, 'Value changed'),
  body_too_large: kind(413, 'Body too large'),
  unsupported_media_type: kind(415, 'Unsupported media type'),
  host_not_allowed: kind(421, 'Host not allowed'),
  environment_frozen: kind(423, 'Environment frozen'),
  precondition_required: kind(428, 'Precondition required'),
  too_many_requests: kind(429, 'Too many requests'),
  too_many_streams: kind(429, 'Too many streams'),
  headers_too_large: kind(431, 'Headers too large'),
  internal: kind(500, 'Internal error', 'error'),
  method_unknown: kind(501, 'Method unknown'),
  overloaded: kind(503, 'Overloaded'),
  position_not_reached: kind(503, 'Position not reached yet'),
  streams_busy: kind(503, 'Too many new streams'),
  unavailable: kind(503, 'Temporarily unavailable', 'warn'),
  edge_loop: kind(508, 'Edge loop', 'warn'),
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERRORS;

/** One wrong field of a refused body: `pointer` is a JSON pointer into it (RFC 6901). */
export interface FieldFault {
  pointer: string;
  detail: string;
}

/** The body of every refused request (RFC 9457), `application/problem+json`. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: ErrorCode;
  detail: string;
  /** Same text as `detail`, for clients that look for it here. */
  message: string;
  request_id: string;
  errors?: FieldFault[];
  /** 412: the row as it is now; of a call that changes many, a list of such rows. 403 of an import: its plan. */
  current?: unknown;
}

export interface DomainErrorOptions {
  cause?: unknown;
  errors?: FieldFault[];
  current?: unknown;
  retryAfterSeconds?: number;
}

/** The only error whose text clients see. `detail` says what happened and what to do, and nothing internal. */
export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    detail: string,
    readonly options: DomainErrorOptions = {},
  ) {
    super(detail, { cause: options.cause });
    this.name = 'DomainError';
  }

  get kind(): ErrorKind {
    return ERRORS[this.code];
  }
}

/** The problem document of an error, for raw handlers and the framework alike. */
export function toProblem(error: DomainError, requestId: string): Problem {
  const { status, title } = error.kind;
  return {
    type: `urn:burgee:error:${error.code}`,
    title,
    status,
    code: error.code,
    detail: error.message,
    message: error.message,
    request_id: requestId,
    ...(error.options.errors && { errors: error.options.errors }),
    ...(error.options.current !== undefined && { current: error.options.current }),
  };
}

/** The media type of a problem document. */
export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** 503: an engine that the answer needs does not respond now. */
export function unavailable(cause?: unknown): DomainError {
  return new DomainError('unavailable', 'A service that Burgee needs is not answering. Try again in a moment.', {
    cause,
    retryAfterSeconds: 1,
  });
}

/** 408: the client has disconnected. */
export const brokenOff = (): DomainError =>
  new DomainError('request_too_slow', 'The connection closed before the whole body arrived.');

const RETRY_WITHIN_SECONDS = 5;

/** 503: the queue is full. Spreads the retries of refused clients over some seconds. */
export function overloaded(detail: string, cause?: unknown): DomainError {
  const wait = 1 + Math.floor(Math.random() * RETRY_WITHIN_SECONDS);
  const unit = wait === 1 ? 'second' : 'seconds';
  return new DomainError('overloaded', `${detail} Retry after ${wait} ${unit}.`, { cause, retryAfterSeconds: wait });
}
