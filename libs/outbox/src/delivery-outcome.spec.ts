import { ErrorReply, MessageTooLarge, NoResponders, NotConnected } from '@burgee/messaging';
import { describe, expect, it } from '@jest/globals';
import { outcomeOf } from './delivery-outcome.js';
import { InvalidOutboxMessage } from './to-payload.js';

describe('the outcome of a failed delivery', () => {
  it.each([
    ['audit refuses the entry', new ErrorReply('refused', 'AuditRecordV1: action do not fit'), 'refused'],
    ['the row is no valid message', new InvalidOutboxMessage('FlagUpdatedV1: flag do not fit'), 'refused'],
    ['NATS takes no message so large now', new MessageTooLarge('audit.record'), 'timeout'],
    ['audit cannot reach its database', new ErrorReply('unavailable', 'could not be stored'), 'timeout'],
    ['audit does not reply in time', new Error('timeout'), 'timeout'],
    ['audit replies with nonsense', new Error('AuditRecordedV1: event_id do not fit'), 'timeout'],
    ['anything else', 'gone', 'timeout'],
    ['no audit is subscribed', new NoResponders('audit.record'), 'no_responders'],
    ['there is no connection', new NotConnected(), 'no_responders'],
  ])('%s', (_name, error, kind) => {
    expect(outcomeOf(error).kind).toBe(kind);
  });
});
