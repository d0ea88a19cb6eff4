import { createHash } from 'node:crypto';
import { DomainError, isWellFormedOrigin, isWellFormedSdkKey, unavailable } from '@burgee/contracts/wire';
import type { FallbackStore } from '../fallback/fallback-store.js';
import type { FlagSource } from '../source/flag-source.js';
import type { KeyLookup } from '../source/key-lookup.js';
import type { Pending } from '../source/pending.js';
import type { Access, Refusal } from './access.js';

const HASHES_AT_MOST = 10_000;

export const keyRefused = (): DomainError =>
  new DomainError(
    'sdk_key_invalid',
    'This SDK key is missing, malformed, unknown or revoked. Copy the current one from the dashboard.',
  );

/** Text that no registered origin can be reaches nothing that costs by its length. */
const isImpossible = (origin: string | undefined) => origin !== undefined && !isWellFormedOrigin(origin);

const originRefused = (): DomainError =>
  new DomainError('origin_not_registered', "Register this page's origin as the URL of an environment to call from it.");

/** Decides about the key and origin of a request: by the source or, while that does not answer, by the fallback store. */
export class Authenticator {
  /** SHA-256 of keys: to compute one costs more than the rest of a 304. */
  private readonly hashes = new Map<string, string>();

  /** @param onUse is called when a key has opened an environment */
  constructor(
    private readonly source: Pick<FlagSource, 'lookUp'>,
    private readonly fallback: Pick<FallbackStore, 'record' | 'knowsOrigin' | 'versionFor'>,
    private readonly onUse: (environmentId: string) => void,
  ) {}

  /**
   * A key as the caller sent it. The access may be shared by requests with the same key and origin that join before the
   * source is asked: it is as of a moment after the last of them arrived. Never rejects.
   */
  authenticate(key: string | undefined, origin: string | undefined): Pending<Access> {
    const keyHash = this.hashOf(key);
    if (keyHash === undefined) return { result: this.refuse(keyRefused(), origin), join: () => false };
    return this.authenticateHash(keyHash, origin);
  }

  authenticateHash(keyHash: string, origin: string | undefined): Pending<Access> {
    if (isImpossible(origin)) return { result: this.refuse(originRefused(), origin), join: () => false };
    const lookup = this.source.lookUp(keyHash, origin);
    const result = lookup.result.then(
      (found) => this.decide(keyHash, origin, found),
      () => this.decideByFallback(keyHash, origin),
    );
    return { result, join: () => lookup.join() };
  }

  /** SHA-256 of a key, hex; undefined when prefix, length or checksum say that it is none. */
  hashOf(key: string | undefined): string | undefined {
    if (key === undefined) return undefined;
    const known = this.hashes.get(key);
    if (known !== undefined) return known;
    if (!isWellFormedSdkKey(key)) return undefined;
    const hash = createHash('sha256').update(key).digest('hex');
    if (this.hashes.size >= HASHES_AT_MOST) this.hashes.clear();
    this.hashes.set(key, hash);
    return hash;
  }

  /**
   * Why a page of this origin may not call, if it may not. A preflight carries no key, so its origin is compared with all
   * that are registered: each that could be, in the same way. While the source does not answer, an origin that was registered before may still call.
   */
  async refuseOrigin(origin: string): Promise<DomainError | undefined> {
    if (isImpossible(origin)) return originRefused();
    try {
      const { originRegistered } = await this.source.lookUp(undefined, origin).result;
      this.fallback.record({ kind: 'origin', origin, registered: originRegistered });
      return originRegistered ? undefined : originRefused();
    } catch (error) {
      return this.fallback.knowsOrigin(origin) ? undefined : unavailable(error);
    }
  }

  /** Refuses a caller whose key was not looked up. A page may read why only if its origin is registered. */
  async refuse(error: DomainError, origin: string | undefined): Promise<Refusal> {
    const originError = origin === undefined ? undefined : await this.refuseOrigin(origin);
    if (originError) return { kind: 'refused', error: originError, allowOrigin: undefined };
    return { kind: 'refused', error, allowOrigin: origin };
  }

  private decide(keyHash: string, origin: string | undefined, { version, originRegistered, asOf }: KeyLookup): Access {
    if (origin !== undefined) this.fallback.record({ kind: 'origin', origin, registered: originRegistered });
    if (!originRegistered) return { kind: 'refused', error: originRefused(), allowOrigin: undefined };
    if (version) {
      this.onUse(version.environmentId);
      return { kind: 'fresh', keyHash, version, asOf, allowOrigin: origin };
    }
    this.fallback.record({ kind: 'key-refused', keyHash });
    return { kind: 'refused', error: keyRefused(), allowOrigin: origin };
  }

  private async decideByFallback(keyHash: string, origin: string | undefined): Promise<Access> {
    const allowOrigin = origin !== undefined && this.fallback.knowsOrigin(origin) ? origin : undefined;
    const version = origin === allowOrigin ? await this.fallback.versionFor(keyHash) : undefined;
    if (!version) return { kind: 'refused', error: unavailable(), allowOrigin };
    this.onUse(version.environmentId);
    return { kind: 'stale', keyHash, version, allowOrigin };
  }
}
