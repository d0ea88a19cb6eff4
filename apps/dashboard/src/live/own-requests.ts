const KEPT = 200;
const ids: string[] = [];

/** An id under which the service's log will know a request of this page. */
export const newRequestId = () =>
  `page-${Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('')}`;

/** The same for a change, kept so that it is not told as news: the feed may be faster than the answer. */
export function ownRequestId(): string {
  const id = newRequestId();
  ids.push(id);
  if (ids.length > KEPT) ids.shift();
  return id;
}

/** One whose answer is not known: should the change have been made, the page has to hear of it like everybody else. */
export function disownRequest(requestId: string): void {
  const at = ids.indexOf(requestId);
  if (at >= 0) ids.splice(at, 1);
}

export const isOwnRequest = (requestId: string | null) => requestId !== null && ids.includes(requestId);
