import { disownRequest, newRequestId, ownRequestId } from '../live/own-requests.js';
import { type ChangeNote, DRY_RUN, noteAfter, noteHeaders } from './change-note.js';
import { environmentOf, type RequestedChanges, requestedChanges } from './requested-changes.js';
import { ApiError, type RequestInfo, toApiError, unreachable } from './api-error.js';
import { noteCut } from './cut-changes.js';
import { takeEarlyAnswer } from './early-answers.js';
import { followRead, type ReadEnd } from './silent-parts.js';
import { shownNames } from './shown-names.js';
import { texts } from './texts.js';

const ANSWER_WITHIN_MILLISECONDS = 15_000;
const FILE_WITHIN_MILLISECONDS = 60_000;
/** The slowest upload that Burgee waits for: 1 Mbit/s. */
const BYTES_PER_MILLISECOND = 125;

export interface CallOptions {
  /** Sent as JSON. */
  body?: unknown;
  /** The JSON of a file, sent unchanged. Its answer may take longer. */
  file?: Blob;
  /** Sends it instead of `fetch`. */
  send?: (path: string, request: RequestInit) => Promise<Response>;
  /** The `updated_at` that the row must still have; else 412. */
  ifUnchangedSince?: string;
  signal?: AbortSignal;
  /** A dry run, which changes nothing. */
  triesOnly?: boolean;
  /** The changes to request approval for, where the call does not say them. */
  requested?: RequestedChanges;
  /** From a form with a field for it: the form shows a refusal, and no dialog opens over it. */
  note?: ChangeNote | undefined;
}

export interface Linked<T> {
  answer: T;
  /** The address of the next part, if there is one. */
  next: string | undefined;
}

export interface Page<T> {
  items: T[];
  /** The address of the next page, if there is one. */
  next: string | undefined;
}

/**
 * The JSON of an answer, with its names as people may see them; undefined without any, as after a change.
 * @throws ApiError for a refusal, and for an answer of something in front of Burgee, such as a proxy's page
 */
export async function readAnswer(response: Response, isRead: boolean, { requestId, ofChange }: RequestInfo) {
  const text = await response.text();
  let answer: unknown;
  try {
    answer = text === '' ? undefined : JSON.parse(text);
  } catch {
    // Not Burgee's.
  }
  const isForeign = answer === undefined && (isRead || text !== '');
  // Before a refusal is thrown: its text has names too.
  const shown = await shownNames(text, answer);
  if (!response.ok || isForeign)
    throw toApiError(response.status, shown, {
      requestId: response.headers.get('x-request-id') ?? requestId,
      ofChange,
    });
  return shown;
}

/** What a failure says about the part that a read went to. */
function endOf({ status, code }: ApiError): ReadEnd {
  if (status === 0 || (code === 'unreadable' && status >= 500)) return 'unreachable';
  if (code === 'unavailable') return 'silent';
  return code === 'overloaded' || code === 'too_many_requests' || code === 'unreadable' ? 'refused' : 'answered';
}

/** The project that a path names, or whose page is open. */
const projectOf = (path: string) =>
  [path, (globalThis as { location?: { pathname: string } }).location?.pathname ?? '']
    .map((one) => /^(?:\/api)?\/projects\/([0-9a-f-]{36})/i.exec(one)?.[1])
    .find((id) => id !== undefined);

/** Specs of Node compile this file too, so the browser's types are not there. */
const isOffline = () => (globalThis as { navigator?: { onLine?: boolean } }).navigator?.onLine === false;

async function send(method: string, path: string, options: CallOptions, note: ChangeNote = {}) {
  const { body, file, ifUnchangedSince, signal, triesOnly } = options;
  const isChange = method !== 'GET' && !triesOnly;
  // Reads of queries, which are repeated until they are answered.
  const ended = signal && !isChange ? followRead(path) : undefined;
  const projectId = projectOf(path);
  const early = isChange ? undefined : await takeEarlyAnswer(path);
  const requestId = isChange ? ownRequestId() : newRequestId();
  const deadline = AbortSignal.timeout(
    file ? FILE_WITHIN_MILLISECONDS + file.size / BYTES_PER_MILLISECOND : ANSWER_WITHIN_MILLISECONDS,
  );
  const sent = file ?? (body === undefined ? undefined : JSON.stringify(body));
  const request: RequestInit = {
    method,
    headers: {
      accept: 'application/json',
      'x-request-id': requestId,
      ...(sent !== undefined && { 'content-type': 'application/json' }),
      'burgee-client': 'page',
      ...noteHeaders(note),
      ...(ifUnchangedSince && { 'if-match': `"${ifUnchangedSince}"` }),
    },
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    ...(sent !== undefined && { body: sent }),
  };
  // Safe to send again.
  const ofChange = isChange && !/(login|proof|look-up|explain|\/start|\/try|\/oidc\/[^/]+\/link)$/.test(path);
  if (isChange && isOffline()) {
    disownRequest(requestId);
    throw new ApiError(0, 'unreachable', texts.offline, null);
  }
  try {
    const response = early ?? (await (options.send ?? fetch)(path, request));
    // A long answer over a slow line is none that is late.
    if (response.status < 500 && response.headers.get('content-type')?.includes('json')) ended?.('answered');
    const answer = await readAnswer(response, method === 'GET', { requestId, ofChange });
    ended?.('answered');
    return { response, answer };
  } catch (thrown) {
    if (signal?.aborted) {
      ended?.('refused');
      throw thrown;
    }
    disownRequest(requestId);
    const error = thrown instanceof ApiError ? thrown : unreachable({ requestId, ofChange });
    ended?.(endOf(error));
    if (error.unclear) noteCut({ requestId, path, projectId, body, since: ifUnchangedSince });
    throw error;
  }
}

/**
 * Calls the public API with the session's cookie. The answer has the shape that OpenAPI describes (`T`). Where an
 * environment requires a comment or a reason for a change, asks the user for it and sends the call again.
 * @throws ApiError
 */
export async function call<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
  const { body, triesOnly = false, requested = requestedChanges(method, path, body) } = options;
  const held = { environmentId: requested?.environmentId ?? environmentOf(path, body), requested, triesOnly };
  // A dry run stores nothing, so the user need not give a reason.
  let note: ChangeNote = options.note ?? (triesOnly ? { comment: DRY_RUN } : {});
  for (;;)
    try {
      return (await send(method, path, options, note)).answer as T;
    } catch (error) {
      if (options.note) throw error;
      note = await noteAfter(error, note, held);
    }
}

/** Fetches one part of a list; the Link header has the address of the next. @throws ApiError */
export async function callLinked<T>(path: string, signal?: AbortSignal): Promise<Linked<T>> {
  const { response, answer } = await send('GET', path, { signal });
  return { answer: answer as T, next: /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] };
}

/** One page of a list. @throws ApiError */
export async function callPage<T>(path: string, signal?: AbortSignal): Promise<Page<T>> {
  const { answer, next } = await callLinked<T[]>(path, signal);
  return { items: answer, next };
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
