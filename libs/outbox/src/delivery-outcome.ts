import { ErrorReply, NoResponders, NotConnected } from '@burgee/messaging';
import { InvalidOutboxMessage } from './to-payload.js';

/**
 * The outcome of a delivery. refused: this message can never be delivered. timeout: no usable reply in time.
 * no_responders: no subscriber, or NATS is not connected.
 */
export type DeliveryOutcome =
  | { kind: 'delivered' }
  | { kind: 'refused'; reason: string }
  | { kind: 'timeout'; reason: string }
  | { kind: 'no_responders' };

const isRefusal = (error: unknown): boolean =>
  error instanceof InvalidOutboxMessage || (error instanceof ErrorReply && error.status === 'refused');

/**
 * The outcome for an error of `Delivery.deliver`. Only permanent errors count against the message; its size never does,
 * because the next attempt reads NATS' limit again.
 */
export function outcomeOf(error: unknown): DeliveryOutcome {
  if (error instanceof NoResponders || error instanceof NotConnected) return { kind: 'no_responders' };
  const reason = error instanceof Error ? error.message : String(error);
  return { kind: isRefusal(error) ? 'refused' : 'timeout', reason };
}
