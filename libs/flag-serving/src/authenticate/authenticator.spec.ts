import { mintKey, mintSdkKey } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import type { Observation } from '../fallback/fallback-memory.js';
import type { KeyLookup } from '../source/key-lookup.js';
import { ANY_KEY, Authenticator } from './authenticator.js';

const VERSION = { environmentId: 'env', epoch: 'e', revision: 1 };
const KEY = mintSdkKey();
const CLIENT_KEY = mintKey('client');
const PAGE = 'https://shop.example.com';

/** An authenticator whose source returns `found` or fails, and whose fallback knows one key and the `known` origins. */
function newAuthenticator(found: Partial<KeyLookup> | undefined, known: string[] = []) {
  const recorded: Observation['kind'][] = [];
  const used: string[] = [];
  let lookups = 0;
  const lookUp = () => {
    lookups++;
    const answer = {
      version: undefined,
      keyKind: found?.version && ('sdk' as const),
      originRegistered: true,
      asOf: 7,
      ...found,
    };
    return { result: found ? Promise.resolve(answer) : Promise.reject(new Error('gone')), join: () => true };
  };
  const fallback = {
    record: ({ kind }: Observation) => void recorded.push(kind),
    knowsOrigin: (origin: string) => known.includes(origin),
    versionFor: async () => VERSION,
  };
  const authenticator = new Authenticator({ lookUp }, fallback, (environmentId) => used.push(environmentId));
  const access = (key: string | undefined, origin?: string) => authenticator.authenticate(key, origin).result;
  return { authenticator, access, recorded, used, lookups: () => lookups };
}

describe('authenticate', () => {
  it('gives fresh access to a key that opens an environment, as of the look-up', async () => {
    const { access, used } = newAuthenticator({ version: VERSION });
    expect(await access(KEY, PAGE)).toMatchObject({ kind: 'fresh', version: VERSION, asOf: 7, allowOrigin: PAGE });
    expect(used).toEqual(['env']);
  });

  it.each([undefined, '', 'bge_sdk_x', `${KEY}x`, KEY.toLowerCase()])('refuses %p without a look-up', async (key) => {
    const { access, lookups } = newAuthenticator({ version: VERSION });
    expect(await access(key)).toMatchObject({ kind: 'refused', error: { code: 'sdk_key_invalid' } });
    expect(lookups()).toBe(0);
  });

  it('refuses a key that opens nothing, and records that', async () => {
    const { access, recorded } = newAuthenticator({});
    expect(await access(KEY)).toMatchObject({ kind: 'refused', error: { code: 'sdk_key_invalid' } });
    expect(recorded).toEqual(['key-refused']);
  });

  it('refuses an unregistered origin with an error that its page may read', async () => {
    const { access } = newAuthenticator({ version: VERSION, originRegistered: false });
    const refused = { kind: 'refused', error: { code: 'origin_not_registered' }, allowOrigin: undefined };
    expect(await access(KEY, PAGE)).toMatchObject(refused);
    expect(await access('malformed', PAGE)).toMatchObject(refused);
  });

  it.each([
    ['null', 'null'],
    ['no text', ''],
    ['one in capitals', PAGE.toUpperCase()],
    ['one with a path', `${PAGE}/`],
    ['one of a scheme without pages', 'ftp://a.example'],
    ['one with a wildcard', 'https://*.example'],
    ['15,000 quotes', `https://${'"'.repeat(15_000)}`],
  ])(
    'S58 refuses %s, which no origin can be, without a look-up, whether the source answers or not',
    async (_, origin) => {
      for (const found of [{ version: VERSION }, undefined]) {
        const { authenticator, access, lookups } = newAuthenticator(found);
        const refused = { kind: 'refused', error: { code: 'origin_not_registered' }, allowOrigin: undefined };
        expect(await access(KEY, origin)).toMatchObject(refused);
        expect(await access('malformed', origin)).toMatchObject(refused);
        expect(await authenticator.refuseOrigin(origin)).toMatchObject({ code: 'origin_not_registered' });
        expect(lookups()).toBe(0);
      }
    },
  );

  it('gives stale access while the source does not answer, to origins that were registered before', async () => {
    const { access } = newAuthenticator(undefined, [PAGE]);
    expect(await access(KEY)).toMatchObject({ kind: 'stale', version: VERSION });
    expect(await access(KEY, PAGE)).toMatchObject({ kind: 'stale', allowOrigin: PAGE });
    expect(await access(KEY, 'https://other.example.com')).toMatchObject({
      kind: 'refused',
      error: { code: 'unavailable' },
      allowOrigin: undefined,
    });
  });
});

describe('a client key', () => {
  const NOT_ALLOWED = { kind: 'refused', error: { code: 'client_key_not_allowed' } };
  const OPENS = { version: VERSION, keyKind: 'client' as const };

  it.each([
    ['it opens the environment', OPENS],
    ['it was revoked', {}],
    ['the source does not answer', undefined],
  ])('S66 is refused by flag set routes with a hint at the right key, when %s', async (_, found) => {
    const { authenticator, access, used, recorded } = newAuthenticator(found, [PAGE]);
    expect(await access(CLIENT_KEY)).toMatchObject(NOT_ALLOWED);
    expect(await access(CLIENT_KEY, PAGE)).toMatchObject({ ...NOT_ALLOWED, allowOrigin: PAGE });
    expect((await access(CLIENT_KEY)) as object).toMatchObject({
      error: { message: expect.stringContaining('SDK key') },
    });
    expect(() => authenticator.hashOfSdkKey(CLIENT_KEY)).toThrow(
      expect.objectContaining({ code: 'client_key_not_allowed' }),
    );
    expect([used, recorded.filter((kind) => kind !== 'origin')]).toEqual([[], []]);
  });

  it('S66 is refused by its hash too, under any claimed kind', async () => {
    const { authenticator } = newAuthenticator(OPENS);
    expect(await authenticator.authenticateHash('hash', undefined, 'sdk').result).toMatchObject(NOT_ALLOWED);
  });

  it('opens by hash what any key opens, and counts as the weaker kind while the source is down', async () => {
    const byHash = (found?: Partial<KeyLookup>) =>
      newAuthenticator(found).authenticator.authenticateHash('hash', undefined, undefined).result;
    expect(await byHash(OPENS)).toMatchObject({ kind: 'fresh', keyKind: 'client' });
    expect(await byHash({ version: VERSION })).toMatchObject({ kind: 'fresh', keyKind: 'sdk' });
    expect(await byHash()).toMatchObject({ kind: 'stale', keyKind: 'client' });
    expect(await byHash({})).toMatchObject({ kind: 'refused', error: { code: 'sdk_key_invalid' } });
  });

  it('does not reveal to an unregistered page that it is a client key', async () => {
    const { access } = newAuthenticator({ ...OPENS, originRegistered: false });
    expect(await access(CLIENT_KEY, PAGE)).toMatchObject({
      error: { code: 'origin_not_registered' },
      allowOrigin: undefined,
    });
  });

  it('opens decisions, fresh and stale, and so does an SDK key', async () => {
    const decided = (found: Partial<KeyLookup> | undefined, key: string) =>
      newAuthenticator(found).authenticator.authenticate(key, undefined, ANY_KEY).result;
    expect(await decided(OPENS, CLIENT_KEY)).toMatchObject({ kind: 'fresh', keyKind: 'client', version: VERSION });
    expect(await decided(undefined, CLIENT_KEY)).toMatchObject({ kind: 'stale', keyKind: 'client', version: VERSION });
    expect(await decided({ version: VERSION }, KEY)).toMatchObject({ kind: 'fresh', keyKind: 'sdk' });
    expect(await decided({}, CLIENT_KEY)).toMatchObject({ kind: 'refused', error: { code: 'sdk_key_invalid' } });
  });
});
