import { describe, expect, it } from '@jest/globals';
import { type BurgeeClient, createClient } from '@burgee/sdk';
import { aRow } from '@burgee/testing/unit';
import { resolve } from './resolve.js';

describe('a decision of a provider', () => {
  it("has the flag set's version without a copy of all flags", () => {
    const bootstrap = { flags: [aRow('a')], version: 'e-7' };
    const client = createClient({ sdkKey: '', baseUrl: '', offline: true, storage: false, bootstrap });
    const withoutCopies: BurgeeClient = Object.create(client, {
      snapshot: { value: () => expect('snapshot()').toBe('not called') },
      all: { value: () => expect('all()').toBe('not called') },
    });
    const request = { key: 'a', defaultValue: false, type: 'boolean', context: {} } as const;
    expect(resolve(withoutCopies, request)).toMatchObject({ value: true, flagMetadata: { version: 'e-7' } });
  });
});
