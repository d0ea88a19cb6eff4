import type { WebhookFormat } from '@burgee/contracts/http';
import { Webhook } from 'standardwebhooks';
import type { Attempt } from './decide-outcome.js';
import { post, type PostOptions } from './post.js';
import { type DeliveryContent, renderDelivery } from './render-delivery.js';
import { TargetRefused } from './resolve-public.js';

const ANSWER_CHARACTERS = 500;
const USER_AGENT = 'Burgee-Webhooks/1';

export interface Sendable extends DeliveryContent {
  url: string;
  format: WebhookFormat;
}

/** An attempt with what is shown of it. */
export interface SentAttempt extends Attempt {
  error: string | null;
  answer: string | null;
}

/** Without what Postgres cannot store and a page should not show. */
// eslint-disable-next-line no-control-regex
const printable = (text: string) => text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '').slice(0, ANSWER_CHARACTERS);

/** By Standard Webhooks: a signature of each secret that is valid, so that receivers may change theirs when they like. */
export function signedHeaders(id: string, body: string, secrets: readonly string[], now: Date): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  };
}

/** In words that name no address: what a host resolves to is not for its callers. */
function describeError(error: unknown): string {
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

/** Sends a delivery once. Never throws. */
export async function sendAttempt(
  delivery: Sendable,
  secrets: readonly string[],
  options: PostOptions,
  now = new Date(),
): Promise<SentAttempt> {
  if (secrets.length === 0)
    return { status: null, error: 'not sent: its secret cannot be decrypted; rotate it', answer: null };
  const body = renderDelivery(delivery.format, delivery);
  try {
    const headers = signedHeaders(delivery.event_id, body, secrets, now);
    const { status, body: text, retryAfter } = await post(new URL(delivery.url), headers, body, options);
    return { status, retryAfter, error: describeStatus(status), answer: printable(text) };
  } catch (error) {
    return { status: null, error: describeError(error), answer: null };
  }
}
