import { createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError, unavailable } from '@burgee/contracts/wire';
import { LRUCache } from 'lru-cache';
import type { FallbackStore } from '../fallback/fallback-store.js';
import type { FlagSource } from '../source/flag-source.js';
import { SourceUnavailable } from '../source/source-unavailable.js';

const PURPOSE = 'burgee ofrep events v1';
const FORM = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[\w-]{43}$/;

const refused = () =>
  new DomainError(
    'event_token_invalid',
    'This event stream token is malformed, or its key was revoked. Get a new one with a bulk evaluation.',
  );

/** Each takes about a hundred bytes. Signing costs as much as the rest of an answer, and the token never changes. */
const TOKENS_AT_MOST = 10_000;

/** Signs an environment id with a key derived from the hash of an SDK or client key, base64url. */
function sign(keyHash: string, environmentId: string): string {
  const key = createHmac('sha256', keyHash).update(PURPOSE).digest();
  return createHmac('sha256', key).update(environmentId).digest('base64url');
}

/** By hash and environment. */
const tokens = new LRUCache<string, string>({
  max: TOKENS_AT_MOST,
  memoMethod: (name) => {
    const [keyHash = '', environmentId = ''] = name.split(' ');
    return `${environmentId}.${sign(keyHash, environmentId)}`;
  },
});

/**
 * A token that opens only the events of an environment, in place of a key. It never changes, since a browser's
 * EventSource reuses its URL. It can be verified with the hash of the key, but does not reveal the hash.
 */
export const eventToken = (keyHash: string, environmentId: string): string =>
  tokens.memo(`${keyHash} ${environmentId}`);

/** Finds the key that a token stands for. */
export class EventTokens {
  constructor(
    private readonly source: Pick<FlagSource, 'accessTo'>,
    private readonly fallback: Pick<FallbackStore, 'environments'>,
  ) {}

  /** @returns SHA-256 of the key, hex, which may be revoked by now. @throws event_token_invalid; unavailable */
  async keyHashOf(token: string): Promise<string> {
    const [, environmentId] = FORM.exec(token) ?? [];
    if (!environmentId) throw refused();
    const given = Buffer.from(token);
    const isOf = (keyHash: string) => timingSafeEqual(given, Buffer.from(eventToken(keyHash, environmentId)));
    const known = new Set(this.fallback.environments.get(environmentId)?.keys.keys());
    const keyHash =
      [...known].find(isOf) ?? (await this.keysOf(environmentId)).find((one) => !known.has(one) && isOf(one));
    if (keyHash === undefined) throw refused();
    return keyHash;
  }

  private async keysOf(environmentId: string): Promise<readonly string[]> {
    try {
      const { access } = await this.source.accessTo(environmentId);
      return access?.keys.map(({ hash }) => hash) ?? [];
    } catch (error) {
      throw error instanceof SourceUnavailable ? unavailable(error) : error;
    }
  }
}
