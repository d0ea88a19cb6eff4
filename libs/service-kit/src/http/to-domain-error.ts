import { HttpException } from '@nestjs/common';
import { DomainError, type ErrorCode, overloaded, unavailable } from '@burgee/contracts/wire';
import { isDatabaseBusy, isDatabaseUnavailable, isUnstorable } from '@burgee/process-kit';

/** Framework errors before routing, where the status alone is too vague. */
const BY_FRAMEWORK_CODE: Record<string, [ErrorCode, string]> = {
  FST_ERR_BAD_URL: ['invalid_request', 'The URL is malformed. Encode a percent sign as %25.'],
  FST_ERR_MAX_PARAM_LENGTH: ['route_not_found', 'No such route. See /docs for all routes.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_request', 'The length of the body does not match its Content-Length.'],
};

const BY_STATUS: Record<number, [ErrorCode, string]> = {
  401: ['unauthenticated', 'You are not signed in, or your session has ended. Sign in, then try again.'],
  403: ['role_too_low', 'You are not allowed to do this.'],
  404: ['route_not_found', 'No such route. See /docs for all routes.'],
  413: ['body_too_large', 'The body is too large for this route. Send less.'],
  415: ['unsupported_media_type', 'Send the body as application/json.'],
  429: ['too_many_requests', 'Too many requests. Try again later.'],
  431: ['headers_too_large', 'The headers are too large. Send smaller ones.'],
};

function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') return error.statusCode;
  return undefined;
}

function fromFramework(error: unknown): [ErrorCode, string] | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const status = statusOf(error) ?? 0;
  const known = BY_FRAMEWORK_CODE[code] ?? BY_STATUS[status];
  if (known || status < 400 || status > 499) return known;
  return ['invalid_request', 'The request is invalid. See /docs for what this route accepts.'];
}

/** The error for the client: ours unchanged, the framework's by status, any other as a 500 without details. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (isDatabaseBusy(error))
    return overloaded('Others are changing the same data, or the change took too long.', error);
  if (isDatabaseUnavailable(error)) return unavailable(error);
  if (isUnstorable(error))
    return new DomainError('invalid_request', 'A value in the request cannot be stored.', { cause: error });
  const known = fromFramework(error);
  if (known) return new DomainError(known[0], known[1], { cause: error });
  return new DomainError('internal', 'Something went wrong. Report it with the request id.', { cause: error });
}
