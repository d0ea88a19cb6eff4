import type { AppliedView } from '@burgee/contracts/http';
import { describe, expect, it } from '@jest/globals';
import { describeDelivery } from './describe-delivery.js';

const ALL: AppliedView = {
  position: 'e-7',
  clients: 415,
  delivered: 415,
  applied: 0,
  unknown: 0,
  at_edges: 0,
  estimated: false,
  sampled: false,
  complete: true,
  waiting: [],
};
const waiting = (streams: number, pollers = 0) => [{ replica: 'a', streams, pollers, last_seen_at: null }];
const counted = (changes: Partial<AppliedView>, isOver = false) => describeDelivery({ ...ALL, ...changes }, isOver);

describe('the delivery of a change', () => {
  it.each([
    ['no answer has arrived yet', describeDelivery(undefined, false), 'Checking which clients have this change…'],
    ['some clients have it', counted({ delivered: 412, waiting: waiting(1, 2) }), '412 of 415 clients have it.'],
    ['all have it', counted({}, true), 'All 415 clients have it.'],
    ['the only client has it', counted({ clients: 1, delivered: 1 }, true), 'The only client has it.'],
    ['no client is connected', counted({ clients: 0, delivered: 0 }, true), 'No client is connected.'],
    [
      'no server has counted yet',
      counted({ clients: 0, delivered: 0, waiting: waiting(0) }),
      'Checking which clients have this change…',
    ],
    [
      'the number is an estimate',
      counted({ delivered: 412, estimated: true, waiting: waiting(3) }),
      'About 412 of 415 clients have it.',
    ],
    ['all of an estimated number have it', counted({ estimated: true }, true), 'All of about 415 clients have it.'],
    [
      'two clients have not confirmed it',
      counted({ waiting: waiting(0, 2) }),
      '415 of 415 clients have it. 2 of them have not confirmed it.',
    ],
    [
      'three clients ran out of time',
      counted({ delivered: 412, waiting: waiting(3) }, true),
      '412 of 415 clients have it. 3 did not get it within 30 seconds.',
    ],
    [
      'one client disconnected',
      counted({ delivered: 414, unknown: 1 }, true),
      '414 of 415 clients have it. 1 disconnected before receiving it.',
    ],
    [
      'some servers did not answer',
      counted({ complete: false }, true),
      'All 415 clients have it. The count may be incomplete: some servers did not answer.',
    ],
    [
      'nothing was counted',
      counted({ clients: 3, delivered: 0, unknown: 3, complete: false, not_waited: 'NATS is down.' }, true),
      'Not counted: NATS is down.',
    ],
  ])('%s', (_why, said, expected) => expect(said).toBe(expected));
});
