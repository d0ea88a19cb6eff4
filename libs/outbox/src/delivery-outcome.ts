import { ErrorReply, NoResponders, NotConnected } from '@burgee/messaging';
import { InvalidOutboxMessage } from './to-payload.js';

/**
 * The outcome of a delivery. refused: this message can never be delivered. timeout: no reply, or one that does not help.
 * no_responders: nobody is subscribed, or NATS is not connected.
 */
export type DeliveryOutcome =
  | { kind: 'delivered' }
  | { kind: 'refused'; reason: string }
  | { kind: 'timeout'; reason: string }
  | { kind: 'no_responders' };

const isRefusal = (error: unknown): boolean =>
  error instanceof InvalidOutboxMessage || (error instanceof ErrorReply && error.status === 'refused');

/**
 * The outcome that an error of `Delivery.deliver` stands for. Only what can never succeed counts against the message; its size never
 * does, because the next try reads anew how much NATS takes.
 */
export function outcomeOf(error: unknown): DeliveryOutcome {
  if (error instanceof NoResponders || error instanceof NotConnected) return { kind: 'no_responders' };
  const reason = error instanceof Error ? error.message : String(error);
  return { kind: isRefusal(error) ? 'refused' : 'timeout', reason };
}
