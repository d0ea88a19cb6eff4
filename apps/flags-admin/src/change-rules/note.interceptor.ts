import { byteFault, isVisible, NOTE_BYTES } from '@burgee/contracts/plain';
import { DomainError } from '@burgee/contracts/wire';
import type { AuthenticatedRequest, ChangeNote } from '@burgee/session';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Observable } from 'rxjs';

export const COMMENT_HEADER = 'burgee-comment';
export const BYPASS_HEADER = 'burgee-bypass-reason';

interface RequestWithNote {
  headers: Record<string, string | string[] | undefined>;
  body?: unknown;
}

function refuse(header: string, detail: string): DomainError {
  return new DomainError('invalid_request', `The header ${header} was refused: ${detail}.`, {
    errors: [{ pointer: '', detail: `the header ${header} ${detail}` }],
  });
}

/** @returns undefined when the header is missing @throws invalid_request */
function decoded(headers: RequestWithNote['headers'], header: string): string | undefined {
  const given = headers[header];
  if (given === undefined) return undefined;
  let text: string;
  try {
    text = decodeURIComponent(String(given)).trim();
  } catch {
    throw refuse(header, 'must be percent-encoded UTF-8');
  }
  const fault = byteFault(header, text, NOTE_BYTES);
  if (fault !== undefined) throw refuse(header, `must have at most ${NOTE_BYTES} bytes`);
  if (text.includes('\0')) throw refuse(header, 'must not contain the character NUL');
  return isVisible(text) ? text : undefined;
}

/** The routes that take a comment validate its type with the rest of the body. @throws invalid_request */
function commentIn(body: unknown): string | undefined {
  const comment = typeof body === 'object' && body !== null ? (body as { comment?: unknown }).comment : undefined;
  if (typeof comment !== 'string') return undefined;
  const detail = byteFault('comment', comment, NOTE_BYTES);
  if (detail !== undefined)
    throw new DomainError('invalid_request', 'The comment is too long.', { errors: [{ pointer: '/comment', detail }] });
  return isVisible(comment) ? comment.trim() : undefined;
}

/**
 * The comment of a request. @throws invalid_request for a header that cannot be decoded, or a comment that is too long
 */
export function readNote({ headers, body }: RequestWithNote): ChangeNote {
  const comment = commentIn(body) ?? decoded(headers, COMMENT_HEADER);
  const bypassReason = decoded(headers, BYPASS_HEADER);
  return { ...(comment !== undefined && { comment }), ...(bypassReason !== undefined && { bypassReason }) };
}

/** Stores the comment of a request next to its user, so that the change can read both. */
@Injectable()
export class NoteInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const { method, user } = request;
    if (method !== 'GET' && method !== 'HEAD' && user) request.user = { ...user, note: readNote(request) };
    return next.handle();
  }
}
