import { describe, expect, it } from '@jest/globals';
import { outcomeOf } from './outcome.js';
import { Unsendable } from './to-message.js';

describe('what an error says of a telling', () => {
  it.each([
    ['audit refuses the entry', { status: 'refused', message: 'AuditRecordV1: action do not fit' }, 'refused'],
    ['no message can be made of the fact', new Unsendable('FlagUpdatedV1: flag do not fit'), 'refused'],
    ['NATS takes nothing so large', new Error("'payload' max_payload size exceeded"), 'refused'],
    ['audit cannot reach its database', { status: 'unavailable', message: 'could not be stored' }, 'silent'],
    ['audit does not answer in time', new Error('Timeout has occurred'), 'silent'],
    ['audit answers nonsense', new Error('AuditRecordedV1: event_id do not fit'), 'silent'],
    ['something unheard of', 'gone', 'silent'],
    [
      'no audit is there',
      new Error('Empty response. There are no subscribers listening to that message ("a")'),
      'nobody',
    ],
    ['there is no connection', new Error('NATS is not connected'), 'nobody'],
  ])('%s', (_name, error, kind) => {
    expect(outcomeOf(error).kind).toBe(kind);
  });
});
