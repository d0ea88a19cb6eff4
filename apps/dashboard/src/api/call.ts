import { disownRequest, newRequestId, ownRequestId } from '../live/own-requests.js';
import { ApiError, toApiError, unreachable } from './api-error.js';
import { takeEarlyAnswer } from './early-answers.js';
import { texts } from './texts.js';

const ANSWER_WITHIN_MILLISECONDS = 15_000;

export interface CallOptions {
  /** Sent as JSON. */
  body?: unknown;
  /** The `updated_at` that the row must still have; else 412. */
  ifUnchangedSince?: string;
  signal?: AbortSignal;
}

export interface Page<T> {
  items: T[];
  /** The address of the next page, if there is one. */
  next: string | undefined;
}

async function read(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Specs of Node compile this file too, so the browser's types are not there. */
const isOffline = () => (globalThis as { navigator?: { onLine?: boolean } }).navigator?.onLine === false;

async function send(method: string, path: string, { body, ifUnchangedSince, signal }: CallOptions) {
  const isChange = method !== 'GET';
  const early = isChange ? undefined : await takeEarlyAnswer(path);
  const requestId = isChange ? ownRequestId() : newRequestId();
  const deadline = AbortSignal.timeout(ANSWER_WITHIN_MILLISECONDS);
  const request: RequestInit = {
    method,
    headers: {
      accept: 'application/json',
      'x-request-id': requestId,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(ifUnchangedSince && { 'if-match': `"${ifUnchangedSince}"` }),
    },
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  // These may be sent again without harm.
  const ofChange = isChange && !/login$|look-up$/.test(path);
  if (isChange && isOffline()) {
    disownRequest(requestId);
    throw new ApiError(0, 'unreachable', texts.offline, null);
  }
  let response: Response;
  let answer: unknown;
  try {
    response = early ?? (await fetch(path, request));
    answer = await read(response);
  } catch (error) {
    if (signal?.aborted) throw error;
    disownRequest(requestId);
    throw unreachable({ requestId, ofChange });
  }
  if (!response.ok) {
    disownRequest(requestId);
    const answered = response.headers.get('x-request-id');
    throw toApiError(response.status, answer, { requestId: answered ?? requestId, ofChange });
  }
  return { response, answer };
}

/**
 * One call of the public API, with the session's cookie. The answer has the shape that OpenAPI describes (`T`).
 * @throws ApiError
 */
export async function call<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
  return (await send(method, path, options)).answer as T;
}

/** One page of a list; the Link header has the address of the next. @throws ApiError */
export async function callPage<T>(path: string, signal?: AbortSignal): Promise<Page<T>> {
  const { response, answer } = await send('GET', path, { signal });
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  return { items: answer as T[], next };
}

/** A whole list, page after page. @throws ApiError */
export async function callAll<T>(path: string, signal?: AbortSignal): Promise<T[]> {
  const items: T[] = [];
  for (let next: string | undefined = path; next;) {
    const page: Page<T> = await callPage<T>(next, signal);
    items.push(...page.items);
    next = page.next;
  }
  return items;
}
