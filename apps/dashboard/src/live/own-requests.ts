const KEPT = 200;
const ids: string[] = [];

/** A request id of this page, which the service's log will contain. */
export const newRequestId = () =>
  `page-${Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('')}`;

/**
 * The same for a change. The page remembers it, so that it does not announce its own change: the event may arrive
 * before the answer.
 */
export function ownRequestId(): string {
  const id = newRequestId();
  ids.push(id);
  if (ids.length > KEPT) ids.shift();
  return id;
}

/** Forgets a request without an answer: if the change was made, the page has to announce it like any other. */
export function disownRequest(requestId: string): void {
  const at = ids.indexOf(requestId);
  if (at >= 0) ids.splice(at, 1);
}

export const isOwnRequest = (requestId: string | null) => requestId !== null && ids.includes(requestId);
