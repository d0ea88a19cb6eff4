import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { BufferedBytes } from './buffered-bytes.js';

const KIB = 1_024;
const home = (last: number) => [`10.0.${last}.0/24`, `10.0.${last}.1`];

describe('buffered bytes', () => {
  it('S56 are limited per network to a part of the free bytes, so that others have some', () => {
    const bodies = new BufferedBytes(7 * KIB);
    for (let count = 0; count < 8; count++) bodies.take(home(1), KIB / 8);
    expect(() => bodies.take(home(1), KIB / 8)).toThrow(
      'Too much data is in flight, here or from your network. Read your responses first.',
    );
    expect(() => bodies.take([...home(2).slice(0, 1), '10.0.2.2'], KIB / 8)).not.toThrow();
  });

  it('count all addresses of a wide network together', () => {
    const bodies = new BufferedBytes(7 * KIB);
    const addresses = Array.from({ length: 9 }, (_, index) => ['10.0.1.0/24', `10.0.1.${index}`]);
    for (const networks of addresses.slice(0, 8)) bodies.take(networks, KIB / 8);
    expect(() => bodies.take(addresses[8]!, KIB / 8)).toThrow(expect.objectContaining({ code: 'overloaded' }));
  });

  it('do not change on a refusal, and drop to zero when all are released', () => {
    const bodies = new BufferedBytes(7 * KIB);
    for (let count = 0; count < 5; count++) {
      expect(() => bodies.take(home(1), 2 * KIB)).toThrow('Too much data is in flight');
      bodies.take(home(1), KIB / 2);
      bodies.giveBack(home(1), KIB / 2);
    }
    bodies.take(home(1), KIB);
  });

  it('of a client are released when the response closes, and refused after that', () => {
    const bodies = new BufferedBytes(7 * KIB);
    const response = Object.assign(new EventEmitter(), { closed: false, destroyed: false });
    const hold = bodies.holdUntilClosed(response as unknown as ServerResponse, () => home(1));
    hold(KIB / 2);
    hold(KIB / 2);
    expect(() => hold(KIB / 8)).toThrow(expect.objectContaining({ code: 'overloaded' }));
    response.closed = true;
    response.emit('close');
    expect(() => bodies.take(home(1), KIB)).not.toThrow();
    expect(() => hold(1)).toThrow(expect.objectContaining({ code: 'request_too_slow' }));
  });
});
