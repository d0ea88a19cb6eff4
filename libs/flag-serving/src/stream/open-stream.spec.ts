import { describe, expect, it } from '@jest/globals';
import { openStream } from './open-stream.js';

const VERSION = { environmentId: 'env', epoch: 'e', revision: 1 };

describe('opening a stream', () => {
  it('does not register a client that left while its key was looked up', async () => {
    const joined: unknown[] = [];
    const registry = { join: (connection: unknown) => joined.push(connection) };
    const context = { registry, lifetimeSeconds: 60 } as never;
    const access = {
      kind: 'fresh' as const,
      keyHash: 'hash',
      keyKind: 'sdk' as const,
      version: VERSION,
      asOf: 0,
      allowOrigin: undefined,
    };
    await openStream(context, { request: { headers: {} }, response: { destroyed: true } } as never, access, false);
    expect(joined).toEqual([]);
  });
});
