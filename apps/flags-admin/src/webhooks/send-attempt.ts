import type { WebhookFormat } from '@burgee/contracts/http';
import { Webhook } from 'standardwebhooks';
import { type DeliveryContent, renderDelivery } from './render-delivery.js';
import { describeError, type PostRequest, type SentAttempt } from './try-post.js';

const USER_AGENT = 'Burgee-Webhooks/1';

export interface Sendable extends DeliveryContent {
  url: string;
  format: WebhookFormat;
}

/**
 * Standard Webhooks headers with a signature of each valid secret, so that receivers can switch secrets at any time.
 */
export function signedHeaders(id: string, body: string, secrets: readonly string[], now: Date): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  };
}

/** Sends a delivery once. Never throws. @param post makes the request */
export async function sendAttempt(
  delivery: Sendable,
  secrets: readonly string[],
  post: (request: PostRequest) => Promise<SentAttempt>,
  now = new Date(),
): Promise<SentAttempt> {
  if (secrets.length === 0)
    return { status: null, error: 'not sent: the secret cannot be decrypted; rotate it', answer: null };
  const body = renderDelivery(delivery.format, delivery);
  try {
    return await post({ url: delivery.url, headers: signedHeaders(delivery.event_id, body, secrets, now), body });
  } catch (error) {
    return { status: null, error: describeError(error), answer: null };
  }
}
