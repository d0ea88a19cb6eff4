import { createHash } from 'node:crypto';
import { DomainError, isWellFormedOrigin, type KeyKind, kindOfKey, unavailable } from '@burgee/contracts/wire';
import type { FallbackStore } from '../fallback/fallback-store.js';
import type { FlagSource } from '../source/flag-source.js';
import type { KeyLookup } from '../source/key-lookup.js';
import type { PendingAnswer } from '../source/pending.js';
import type { Access, Refusal } from './access.js';

const KEYS_AT_MOST = 10_000;

export const keyRefused = (): DomainError =>
  new DomainError(
    'sdk_key_invalid',
    'This SDK key is missing, malformed, unknown or revoked. Copy the current one from the dashboard.',
  );

const clientKeyRefused = (): DomainError =>
  new DomainError(
    'client_key_not_allowed',
    'This route returns flags with their rules, which client keys cannot read. Call it from a server with the SDK key ' +
      'of the environment.',
  );

/** For routes that serve or stream flag sets. */
const SDK_KEYS: readonly KeyKind[] = ['sdk'];
/** For routes that return decisions without the rules behind them. */
export const ANY_KEY: readonly KeyKind[] = ['sdk', 'client'];

/** A parsed key. The hash covers the kind, so keys of different kinds never share a hash. */
interface NamedKey {
  hash: string;
  /** Undefined when only the hash is known and any kind is accepted. */
  kind: KeyKind | undefined;
}

/** Skips work that grows with length for text that no registered origin can match. */
const isImpossible = (origin: string | undefined) => origin !== undefined && !isWellFormedOrigin(origin);

const originRefused = (): DomainError =>
  new DomainError(
    'origin_not_registered',
    "This page's origin is not registered. Set it as the page origin (url) of an environment.",
  );

/** Codes that refuse the key or its use, as opposed to overload or outage. */
const REFUSALS: ReadonlySet<string> = new Set([
  'sdk_key_invalid',
  'client_key_not_allowed',
  'ticket_invalid',
  'origin_not_registered',
]);

/** Decides about the key and origin of a request: by the source, or by the fallback store while the source is down. */
export class Authenticator {
  /** Parsed keys, cached because hashing costs more than the rest of a 304. */
  private readonly named = new Map<string, NamedKey & { kind: KeyKind }>();

  /**
   * @param onUse is called when a key has opened an environment
   * @param onRefusal with its code, when a key or its origin is refused
   * @param onOriginRefused when a page has a key of this environment, but no registered origin
   */
  constructor(
    private readonly source: Pick<FlagSource, 'lookUp'>,
    private readonly fallback: Pick<FallbackStore, 'record' | 'knowsOrigin' | 'versionFor'>,
    private readonly onUse: (environmentId: string) => void,
    private readonly onRefusal: (code: string) => void = () => undefined,
    private readonly onOriginRefused: (environmentId: string, origin?: string) => void = () => undefined,
  ) {}

  /**
   * Authenticates a key as sent. Requests with the same key and origin that join before the source is queried share the
   * result, which dates from after the last of them arrived. Never rejects.
   * @param accepts left out: SDK keys only
   */
  authenticate(key: string | undefined, origin: string | undefined, accepts = SDK_KEYS): PendingAnswer<Access> {
    try {
      return this.authenticateNamed(this.nameOf(key, accepts), origin);
    } catch (error) {
      return { result: this.refuse(error as DomainError, origin), join: () => false };
    }
  }

  /** @param kind the required kind; undefined accepts any, for routes that return decisions only */
  authenticateHash(keyHash: string, origin: string | undefined, kind: KeyKind | undefined): PendingAnswer<Access> {
    return this.authenticateNamed({ hash: keyHash, kind }, origin);
  }

  /** SHA-256 of an SDK key, hex. @throws sdk_key_invalid, and client_key_not_allowed for a client key, live or not */
  hashOfSdkKey(key: string | undefined): string {
    return this.nameOf(key, SDK_KEYS).hash;
  }

  /** Parses a key without a look-up: prefix, length and checksum tell whether it is valid, and its kind. */
  private nameOf(key: string | undefined, accepts: readonly KeyKind[]): NamedKey {
    const named = key === undefined ? undefined : (this.named.get(key) ?? this.nameAnew(key));
    if (!named) throw keyRefused();
    if (!accepts.includes(named.kind)) throw clientKeyRefused();
    return named;
  }

  private nameAnew(key: string): (NamedKey & { kind: KeyKind }) | undefined {
    const kind = kindOfKey(key);
    if (kind === undefined) return undefined;
    const named = { hash: createHash('sha256').update(key).digest('hex'), kind };
    if (this.named.size >= KEYS_AT_MOST) this.named.clear();
    this.named.set(key, named);
    return named;
  }

  private authenticateNamed(key: NamedKey, origin: string | undefined): PendingAnswer<Access> {
    if (isImpossible(origin)) return { result: this.refuse(originRefused(), origin), join: () => false };
    const lookup = this.source.lookUp(key.hash, origin);
    const result = lookup.result.then(
      (found) => this.decide(key, origin, found),
      () => this.decideByFallback(key, origin),
    );
    return { result, join: () => lookup.join() };
  }

  /**
   * Returns the error for a page of this origin, if it may not call. A preflight carries no key, so its origin is
   * compared with the origins of all environments, in one look-up for any well-formed origin. While the source is down,
   * origins known from before still pass.
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

  /** Refuses a request whose key was not looked up. Only a page of a registered origin may read the reason. */
  async refuse(error: DomainError, origin: string | undefined): Promise<Refusal> {
    const originError = origin === undefined ? undefined : await this.refuseOrigin(origin);
    return originError ? this.refused(originError, undefined) : this.refused(error, origin);
  }

  private decide(key: NamedKey, origin: string | undefined, found: KeyLookup): Access {
    const { version, keyKind, originRegistered, asOf } = found;
    const keyHash = key.hash;
    if (origin !== undefined) this.fallback.record({ kind: 'origin', origin, registered: originRegistered });
    if (!originRegistered) {
      if (version) this.onOriginRefused(version.environmentId, origin);
      return this.refused(originRefused(), undefined);
    }
    // The kind that the source returns for the hash wins over the kind that the client claims.
    if (version && (keyKind === undefined || (key.kind ?? keyKind) !== keyKind))
      return this.refused(clientKeyRefused(), origin);
    if (version && keyKind) {
      this.onUse(version.environmentId);
      return { kind: 'fresh', keyHash, keyKind, version, asOf, allowOrigin: origin };
    }
    this.fallback.record({ kind: 'key-refused', keyHash });
    return this.refused(keyRefused(), origin);
  }

  private refused(error: DomainError, allowOrigin: string | undefined): Refusal {
    if (REFUSALS.has(error.code)) this.onRefusal(error.code);
    return { kind: 'refused', error, allowOrigin };
  }

  /** A key known by hash only may be of the weaker kind, so it counts as a client key. */
  private async decideByFallback({ hash, kind = 'client' }: NamedKey, origin: string | undefined): Promise<Access> {
    const allowOrigin = origin !== undefined && this.fallback.knowsOrigin(origin) ? origin : undefined;
    const version = origin === allowOrigin ? await this.fallback.versionFor(hash) : undefined;
    if (!version) return { kind: 'refused', error: unavailable(), allowOrigin };
    this.onUse(version.environmentId);
    return { kind: 'stale', keyHash: hash, keyKind: kind, version, allowOrigin };
  }
}
