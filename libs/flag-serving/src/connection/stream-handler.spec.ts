import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { readStreamQuery } from './stream-handler.js';

describe('the address of a stream', () => {
  it('is parsed into the options of the stream', () => {
    const edge = randomUUID();
    expect(readStreamQuery(`/api/v1/stream?snapshot=true&access=1&edge=${edge}`)).toMatchObject({
      snapshot: true,
      access: true,
      edge,
    });
    expect(readStreamQuery('/api/v1/stream?ack=1&ticket=t')).toMatchObject({ ack: true, ticket: 't', snapshot: false });
  });

  it('ignores other values, and an edge that is no UUID', () => {
    const nothing = { ticket: undefined, snapshot: false, access: false, ack: false, edge: undefined };
    expect(readStreamQuery('/api/v1/stream?snapshot=1&access=true&ack=yes&edge=e')).toEqual(nothing);
    expect(readStreamQuery('/api/v1/stream')).toEqual(nothing);
  });
});
