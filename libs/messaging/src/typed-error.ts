import { errors } from '@nats-io/transport-node';
import { MessageTooLarge, NoResponders, NotConnected } from './messaging-errors.js';

const isNoResponders = (error: unknown): boolean =>
  error instanceof errors.NoRespondersError || (error instanceof errors.RequestError && error.isNoResponders());

/** Maps an error of the NATS client to one of ours. Others, such as a timeout, are unchanged. */
export function typedError(error: unknown, subject: string): unknown {
  if (isNoResponders(error)) return new NoResponders(subject);
  // The client uses this argument name for one reason only: the payload exceeds the server's max_payload.
  if (error instanceof errors.InvalidArgumentError) return new MessageTooLarge(subject, error);
  const lost = [errors.RequestError, errors.ClosedConnectionError, errors.DrainingConnectionError];
  return lost.some((kind) => error instanceof kind) ? new NotConnected(error) : error;
}
