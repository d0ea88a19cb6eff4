import { describe, expect, it } from '@jest/globals';
import { OpenStream } from './open-stream.handler.js';

const AUTHORITY = { key_hash: 'hash', environment_id: 'env', epoch: 'e', revision: 1 };

describe('opening a stream', () => {
  it('does not put a client into its room that left while its key was checked', async () => {
    const response = { destroyed: false };
    const joined: unknown[] = [];
    const door = {
      admit: async () => {
        response.destroyed = true;
        return { kind: 'current', authority: AUTHORITY, allowOrigin: undefined };
      },
    };
    const hub = { join: (connection: unknown) => joined.push(connection) };
    const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const stream = new OpenStream(door as never, {} as never, hub as never, {} as never, logger as never);
    const request = { headers: { 'x-sdk-key': 'key' } };
    await stream.handle(request as never, response as never, {}).catch(() => undefined);
    expect(joined).toEqual([]);
  });
});
