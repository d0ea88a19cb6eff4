import { beforeEach, describe, expect, it } from '@jest/globals';
import { BytesByTenant } from './bytes-by-tenant.js';

let room: BytesByTenant;
beforeEach(() => {
  room = new BytesByTenant(100, (environmentId) => environmentId.slice(0, 1));
});

describe('what is kept for environments', () => {
  it('S119 is bounded: the tenant that has most gives up what it wrote longest ago, and nobody else anything', () => {
    expect(room.take('b1', 20)).toEqual([]);
    for (let one = 1; one <= 4; one++) expect(room.take(`a${one}`, 20)).toEqual([]);
    expect(room.take('a5', 20)).toEqual(['a1']);
    room.take('a2', 20);
    expect(room.take('b2', 20)).toEqual(['a3']);
    expect(room.bytes).toBe(100);
  });

  it('S119 is not taken by one file that is larger than what the others have', () => {
    room.take('b1', 50);
    room.take('c1', 50);
    expect(room.take('a1', 60)).toEqual(['a1']);
    expect(room.bytes).toBe(100);
    expect(room.take('b1', 120)).toEqual(['b1']);
    expect(room.bytes).toBe(50);
  });

  it('counts a file once, however often it is written, and not when it is gone', () => {
    for (let one = 0; one < 10; one++) expect(room.take('a1', 90)).toEqual([]);
    room.delete('a1');
    room.delete('a1');
    expect(room.bytes).toBe(0);
  });

  it('is taken by files from before, whose tenants are not known yet', () => {
    const tenants = new Map<string, string>();
    room = new BytesByTenant(100, (environmentId) => tenants.get(environmentId) ?? environmentId);
    room.add('e1', 60);
    room.add('e2', 40);
    tenants.set('e2', 'ada');
    expect(room.take('e2', 45)).toEqual(['e1']);
    expect(room.bytes).toBe(45);
  });
});
