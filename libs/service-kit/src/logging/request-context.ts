import { AsyncLocalStorage } from 'node:async_hooks';

interface RequestContext {
  requestId: string;
}

export const requestContext = new AsyncLocalStorage<RequestContext>();

/** The id of the request being handled, or null outside of one. */
export function currentRequestId(): string | null {
  return requestContext.getStore()?.requestId ?? null;
}
