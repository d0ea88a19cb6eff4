import { requestPinned, type Resolve } from '@burgee/process-kit/outbound';

const ANSWER_BYTES_AT_MOST = 4_096;

/** The setting that lets webhooks reach private addresses. */
export const ALLOWS_PRIVATE = 'WEBHOOKS_ALLOW_PRIVATE=on for flags-admin';

/** The response of an endpoint. */
export interface PostAnswer {
  status: number;
  /** The beginning of the body, because it is only for people to look at. */
  body: string;
  retryAfter: string | undefined;
}

export interface PostOptions {
  resolve: Resolve;
  allowPrivate: boolean;
  timeoutMs: number;
}

/** Posts a body once. @throws TargetRefused, or the error of the connection */
export async function post(
  url: URL,
  headers: Record<string, string>,
  body: string,
  { resolve, allowPrivate, timeoutMs }: PostOptions,
): Promise<PostAnswer> {
  const allowed = { allowPrivate, setting: ALLOWS_PRIVATE };
  const request = {
    method: 'POST',
    headers,
    body,
    bytesAtMost: ANSWER_BYTES_AT_MOST,
    resolve,
    allowed,
    timeoutMs,
  } as const;
  const answer = await requestPinned(url, request);
  return { status: answer.status, body: answer.body, retryAfter: answer.headers['retry-after'] };
}
