import { errors } from '@nats-io/transport-node';
import { MessageTooLarge, NoResponders, NotConnected } from './messaging-errors.js';

const isNoResponders = (error: unknown): boolean =>
  error instanceof errors.NoRespondersError || (error instanceof errors.RequestError && error.isNoResponders());

/** The error of the NATS client as one of ours. What is not among them, a timeout for one, stays as it is. */
export function typedError(error: unknown, subject: string): unknown {
  if (isNoResponders(error)) return new NoResponders(subject);
  // The client names an argument so for one reason only: the payload is larger than the server's max_payload.
  if (error instanceof errors.InvalidArgumentError) return new MessageTooLarge(subject, error);
  const lost = [errors.RequestError, errors.ClosedConnectionError, errors.DrainingConnectionError];
  return lost.some((kind) => error instanceof kind) ? new NotConnected(error) : error;
}
