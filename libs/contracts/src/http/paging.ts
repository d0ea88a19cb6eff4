import { DomainError } from '../wire/errors.js';
import { isUuid } from '../wire/is-uuid.js';

/**
 * A page ends before the row with which it would become larger than this; its first row is there however large it is. Counted
 * are texts as they are stored, and what is written around them; JSON escapes come on top. A larger one would occupy the event
 * loop of a service for longer than others should wait, and spend most of what its account may read in a second.
 */
export const PAGE_BYTES = 100_000;

/** The Link header (RFC 8288) of a page that has a next one: same address, same filters, another cursor. */
export function nextLink(url: string, cursor: string): string {
  const [path = '', query = ''] = url.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', cursor);
  return `<${path}?${parameters}>; rel="next"`;
}

/** A cursor is the position after the last row of a page. It is opaque to callers. */
export function encodeCursor(parts: readonly string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** @returns undefined when the text is no cursor of `length` parts */
export function decodeCursor(cursor: string, length: number): string[] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const fits = Array.isArray(parts) && parts.length === length && parts.every((part) => typeof part === 'string');
    return fits ? (parts as string[]) : undefined;
  } catch {
    return undefined;
  }
}

/** The last row of a page in the order of time: the next page begins after it. */
export interface PageStart {
  createdAt: string;
  id: string;
}

/** @throws invalid_request when the text is no cursor of ours */
export function decodePageStart(cursor: string): PageStart {
  return startOf(decodeCursor(cursor, 2));
}

/** The last row of a page of notices. Unread notices come first. @throws invalid_request when the text is no cursor of ours */
export function decodeNoticeStart(cursor: string): PageStart & { isUnread: boolean } {
  const [createdAt, id, state = ''] = decodeCursor(cursor, 3) ?? [];
  if (!['unread', 'read'].includes(state)) throw notOurs();
  return { ...startOf([createdAt, id]), isUnread: state === 'unread' };
}

function startOf([createdAt, id]: readonly (string | undefined)[] = []): PageStart {
  if (!createdAt || !id || Number.isNaN(Date.parse(createdAt)) || !isUuid(id)) throw notOurs();
  return { createdAt, id };
}

/** The one text that is the position of a row, such as a key. @throws invalid_request when the text is no cursor of ours */
export function decodeKey(cursor: string): string {
  const [key] = decodeCursor(cursor, 1) ?? [];
  if (key === undefined) throw notOurs();
  return key;
}

/** The id that is the position of a row. @throws invalid_request when the text is no cursor of ours */
export function decodeId(cursor: string): string {
  const id = decodeKey(cursor);
  if (!isUuid(id)) throw notOurs();
  return id;
}

/** The number that is the position of a row. @throws invalid_request when the text is no cursor of ours */
export function decodeNumber(cursor: string): number {
  const text = decodeKey(cursor);
  if (!/^\d{1,15}$/.test(text)) throw notOurs();
  return Number(text);
}

const notOurs = () =>
  new DomainError('invalid_request', 'The cursor is invalid. Take it from the Link header.', {
    errors: [{ pointer: '/cursor', detail: 'is not a valid cursor' }],
  });
