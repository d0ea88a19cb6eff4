import { TargetRefused } from '@burgee/process-kit/outbound';
import type { Attempt } from './decide-outcome.js';
import { post, type PostOptions } from './post.js';

const ANSWER_CHARACTERS = 500;

/** The request in a form that can be sent to a thread. */
export interface PostRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** An attempt with its displayable result. */
export interface SentAttempt extends Attempt {
  error: string | null;
  answer: string | null;
}

/** Without what Postgres cannot store and a page should not show. */
// eslint-disable-next-line no-control-regex
const printable = (text: string) => text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '').slice(0, ANSWER_CHARACTERS);

/** Names no address, because the addresses of a host are not for its users. */
export function describeError(error: unknown): string {
  if (error instanceof TargetRefused) return `not sent: ${error.message}`;
  const { name, code } = error as Error & { code?: string };
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ABORT_ERR') return 'no answer in time';
  return `no answer: ${code ?? name}`;
}

function describeStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `answered ${status}; redirects are not followed`;
  return `answered ${status}`;
}

/**
 * Posts once. Never throws: an error would lose its class and its code on the way out of a thread, so it becomes text
 * here.
 */
export async function tryPost({ url, headers, body }: PostRequest, options: PostOptions): Promise<SentAttempt> {
  try {
    const { status, body: text, retryAfter } = await post(new URL(url), headers, body, options);
    return { status, retryAfter, error: describeStatus(status), answer: printable(text) };
  } catch (error) {
    return { status: null, error: describeError(error), answer: null };
  }
}
