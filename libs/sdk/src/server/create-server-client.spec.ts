import { afterEach, describe, expect, it } from '@jest/globals';
import { aRow } from '@burgee/testing/unit';
import { createTestClient } from '../testing/index.js';
import { createServerClient, type ServerClient } from './index.js';

const forFinns = { targeting_attribute: 'country', targeting_value: 'FI', rollout_percentage: 0 };
const ROWS = [
  aRow('new-checkout', { ...forFinns, targeting_return_value: 'true' }),
  aRow('theme', { ...forFinns, type: 'string', targeting_return_value: 'dark' }),
];
let client: ServerClient;
afterEach(() => client.close());

const open = (): ServerClient =>
  (client = createServerClient({ sdkKey: '', baseUrl: '', offline: true, bootstrap: ROWS, storage: false }));

describe('client.for(context)', () => {
  it("evaluates for that context in every call, and leaves the client's context alone", () => {
    const finn = open().for({ country: 'FI' });
    expect([finn.bool('new-checkout', false), finn.string('theme', 'light'), finn.details('theme', '').reason]).toEqual(
      [true, 'dark', 'TARGETING_MATCH'],
    );
    expect([finn.all(), finn.context]).toEqual([{ 'new-checkout': true, theme: 'dark' }, { country: 'FI' }]);
    expect(finn.string('theme', 'light', { country: 'SE' })).toBe('light');
    expect([client.string('theme', 'light'), client.context]).toEqual(['light', {}]);
  });

  it("ignores later changes to the caller's object", () => {
    const given = { country: 'FI' };
    const finn = open().for(given);
    given.country = 'SE';
    expect(finn.bool('new-checkout', false)).toBe(true);
  });

  it('works with test clients, and follows overrides', () => {
    const flags = createTestClient({ theme: 'dark' });
    const request = flags.for({ country: 'SE' });
    flags.override('theme', 'grey');
    expect([request.string('theme', 'light'), request.all()]).toEqual(['grey', { theme: 'grey' }]);
  });

  it('passes on the rest of the client', async () => {
    open();
    expect([client.status, client.version, await client.ready(), client.flag('theme')?.key]).toEqual([
      'ready',
      '',
      true,
      'theme',
    ]);
    client.setContext({ country: 'FI' });
    expect([client.context, client.string('theme', 'light')]).toEqual([{ country: 'FI' }, 'dark']);
  });
});
