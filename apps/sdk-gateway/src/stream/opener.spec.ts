import { describe, expect, it } from '@jest/globals';
import { Opener } from './opener.js';

const AUTHORITY = { key_hash: 'hash', environment_id: 'env', epoch: 'e', revision: 1 };

describe('opening a stream', () => {
  it('does not put a client into its room that left while its key was checked', async () => {
    const joined: unknown[] = [];
    const hub = { join: (connection: unknown) => joined.push(connection) };
    const opener = new Opener(hub as never, {} as never, {} as never, { STREAM_LIFETIME_SECONDS: 60 });
    const admission = { kind: 'current' as const, authority: AUTHORITY, allowOrigin: undefined };
    await opener.open({ headers: {} } as never, { destroyed: true } as never, admission, false);
    expect(joined).toEqual([]);
  });
});
