import { beforeEach, describe, expect, it } from '@jest/globals';
import { LastReads } from './last-reads.js';

const at = (second: number) => new Date(second * 1_000).toISOString();

describe('the last read of an environment', () => {
  let reads: LastReads;
  beforeEach(() => {
    reads = new LastReads({} as never);
  });
  const receive = (environment_id: string, second: number) => reads.receive([{ environment_id, at: at(second) }]);

  it('is the latest that any gateway has reported', () => {
    expect(reads.of('a')).toBeNull();
    receive('a', 2);
    receive('a', 1);
    expect(reads.of('a')).toBe(at(2));
  });

  it('is known for a new environment at the limit, because the oldest read is dropped', () => {
    receive('unread', 1);
    receive('read', 1);
    for (let n = 0; n < 199_999; n += 1) receive(`filler-${n}`, 2);
    receive('read', 3);
    receive('new', 4);
    expect([reads.of('new'), reads.of('read'), reads.of('unread')]).toEqual([at(4), at(3), null]);
  });
});
