import { describe, expect, it } from '@jest/globals';
import { errors } from '@nats-io/transport-node';
import { MessageTooLarge, NoResponders, NotConnected } from './messaging-errors.js';
import { typedError } from './typed-error.js';

const noResponders = new errors.NoRespondersError('audit.record');

describe('an error of the NATS client', () => {
  it.each([
    ['no subscriber', noResponders, NoResponders],
    ['no subscriber, wrapped', new errors.RequestError('x', { cause: noResponders }), NoResponders],
    ['the connection broke', new errors.RequestError('connection disconnected'), NotConnected],
    ['the connection is closed', new errors.ClosedConnectionError(), NotConnected],
    ['the connection drains', new errors.DrainingConnectionError(), NotConnected],
    ['the payload is too large', errors.InvalidArgumentError.format('payload', 'max_payload'), MessageTooLarge],
  ])('%s', (_name, error, kind) => {
    expect(typedError(error, 'audit.record')).toBeInstanceOf(kind);
  });

  it('is unchanged otherwise, such as a timeout', () => {
    const error = new errors.TimeoutError();
    expect(typedError(error, 'audit.record')).toBe(error);
  });
});
