import { byteFault, NOTE_BYTES } from '@burgee/contracts/plain';
import { DomainError } from '@burgee/contracts/wire';
import type { ChangeNote } from '@burgee/session';

export const COMMENT_HEADER = 'burgee-comment';
export const BYPASS_HEADER = 'burgee-bypass-reason';

interface Noted {
  headers: Record<string, string | string[] | undefined>;
  body?: unknown;
}

function refuse(header: string, detail: string): DomainError {
  return new DomainError('invalid_request', `The header ${header} was refused: ${detail}.`, {
    errors: [{ pointer: '', detail: `the header ${header} ${detail}` }],
  });
}

/** @returns undefined where nothing is said @throws invalid_request */
function decoded(headers: Noted['headers'], header: string): string | undefined {
  const given = headers[header];
  if (given === undefined) return undefined;
  let text: string;
  try {
    text = decodeURIComponent(String(given)).trim();
  } catch {
    throw refuse(header, 'must be percent-encoded UTF-8');
  }
  const fault = byteFault(header, text, NOTE_BYTES);
  if (fault !== undefined) throw refuse(header, `must have ${NOTE_BYTES} bytes at most`);
  if (text.includes('\0')) throw refuse(header, 'must not have the character NUL');
  return text || undefined;
}

/** Anything but a text is refused with the rest of the body, by the routes that take one. @throws invalid_request */
function commentIn(body: unknown): string | undefined {
  const comment = typeof body === 'object' && body !== null ? (body as { comment?: unknown }).comment : undefined;
  if (typeof comment !== 'string') return undefined;
  const detail = byteFault('comment', comment, NOTE_BYTES);
  if (detail !== undefined)
    throw new DomainError('invalid_request', 'The comment is too long.', { errors: [{ pointer: '/comment', detail }] });
  return comment.trim() || undefined;
}

/** What a request says about its change. @throws invalid_request for a header that cannot be read, or a comment that is too long */
export function readNote({ headers, body }: Noted): ChangeNote {
  const comment = commentIn(body) ?? decoded(headers, COMMENT_HEADER);
  const bypassReason = decoded(headers, BYPASS_HEADER);
  return { ...(comment !== undefined && { comment }), ...(bypassReason !== undefined && { bypassReason }) };
}
