const KEPT = 200;
const ids: string[] = [];

/** An id for a change of this page, kept so that it is not told as news: the feed may be faster than the answer. */
export function newRequestId(): string {
  const id = `page-${Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('')}`;
  ids.push(id);
  if (ids.length > KEPT) ids.shift();
  return id;
}

export const isOwnRequest = (requestId: string | null) => requestId !== null && ids.includes(requestId);
