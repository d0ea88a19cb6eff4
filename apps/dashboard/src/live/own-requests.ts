const KEPT = 200;
const ids: string[] = [];

/** An id for a change of this page, kept so that it is not told as news: the feed may be faster than the answer. */
export function newRequestId(): string {
  const id = `page-${Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('')}`;
  ids.push(id);
  if (ids.length > KEPT) ids.shift();
  return id;
}

/** One whose answer is not known: should the change have been made, the page has to hear of it like everybody else. */
export function disownRequest(requestId: string | null): void {
  const at = requestId === null ? -1 : ids.indexOf(requestId);
  if (at >= 0) ids.splice(at, 1);
}

export const isOwnRequest = (requestId: string | null) => requestId !== null && ids.includes(requestId);
