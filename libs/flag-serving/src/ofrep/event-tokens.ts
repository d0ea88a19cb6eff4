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

/** Each takes some hundred bytes. To sign one costs as much as all else of an answer, and it never changes. */
const TOKENS_AT_MOST = 10_000;

/** The signature of an environment with a key that is derived from the hash of one that opens it, base64url. */
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
 * What opens the events of an environment in the place of a key: always the same one, since a browser's EventSource reuses its
 * address, and good for nothing else. Whoever knows the hash of the key can check it; nobody can tell the hash from it.
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
