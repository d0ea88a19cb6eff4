import type { IncomingMessage } from 'node:http';
import { createHash } from 'node:crypto';
import { BufferedBytes } from '@burgee/admission';
import {
  API_KEY_HEADER,
  credentialsIn,
  DomainError,
  kindOfKey,
  SDK_KEY_HEADER,
  unavailable,
} from '@burgee/contracts/wire';
import { keyRefused, WAITING_READ_BYTES } from '@burgee/flag-serving';
import { LRUCache } from 'lru-cache';
import type { CachedEnvironments } from '../cached/cached-environments.js';
import type { Subscriptions } from '../upstream/subscriptions.js';

const HASHES_AT_MOST = 10_000;
/** A longer string is no key, and would take memory. */
const KEY_CHARACTERS_AT_MOST = 100;
/** How long a client with a new key waits for the flags of its environment. */
const FLAGS_WITHIN_MS = 5_000;
/** Interval between look-ups of a key known from a file while the upstream is down. */
const ASK_AGAIN_MS = 1_000;

export const LOOP = 'This edge follows itself through other edges. Point one of them at Burgee.';

const isLoop = (error: unknown) => (error as { fault?: unknown }).fault === 'loop';

/** The environments of the keys that clients present. */
export type Callers = Pick<Subscriptions, 'bring' | 'used'>;

type KeyedRequest = Pick<IncomingMessage, 'headers' | 'url'>;

/**
 * The key of a request, which nearly always appears once. When a request has different keys, none counts, and the
 * handler refuses it.
 */
function firstKeyIn({ headers, url = '' }: KeyedRequest): string | undefined {
  const isAlone = headers.authorization === undefined && headers[API_KEY_HEADER] === undefined;
  if (isAlone) return headers[SDK_KEY_HEADER] as string | undefined;
  const [key, ...others] = credentialsIn(headers, url);
  return others.length > 0 && !url.startsWith('/api/') ? undefined : key;
}

const strangeClientKey = () =>
  new DomainError(
    'sdk_key_invalid',
    'This edge does not serve the environment of this client key. Ask its operator to add the SDK key of the environment.',
  );

/** Looks up a key that is not known here, and makes room for its environment, before the request is handled. */
export class KeyAdmission {
  private readonly hashes = new LRUCache<string, string>({
    max: HASHES_AT_MOST,
    memoMethod: (key) => createHash('sha256').update(key).digest('hex'),
  });

  /** Environments of files that were looked up recently. */
  private readonly asked = new LRUCache<string, true>({ max: HASHES_AT_MOST, ttl: ASK_AGAIN_MS });

  /** @param callers undefined where clients may not bring keys */
  constructor(
    private readonly cached: CachedEnvironments,
    private readonly callers: Callers | undefined,
    private readonly waiting = new BufferedBytes(),
  ) {}

  /**
   * @param isDecision whether the route accepts client keys
   * @param networks the subnets of the client, widest first
   * @returns undefined when the request can be handled at once; rejects with the error for the client
   */
  admit(request: KeyedRequest, isDecision: boolean, networks: () => readonly string[]): Promise<void> | undefined {
    const key = firstKeyIn(request);
    if (key === undefined || key.length > KEY_CHARACTERS_AT_MOST) return undefined;
    const known = this.cached.ofKey(this.hashes.memo(key));
    if (known) {
      const sdkKey = known.key.kind === 'sdk' ? key : undefined;
      if (this.callers) this.claim(this.callers, known.environmentId, sdkKey, networks);
      if (known.cached.set) return undefined;
      return this.wait(known.environmentId, networks(), () => this.awaitCurrent(known.environmentId));
    }
    const kind = kindOfKey(key);
    if (kind === undefined) return undefined;
    if (kind === 'sdk') return this.callers && this.awaitKey(this.callers, key, networks(), request.headers.via);
    return isDecision && this.cached.knowsAllKeys ? Promise.reject(strangeClientKey()) : undefined;
  }

  /**
   * Marks the environment as used. One from a file is followed from its first key on, and served from the file until
   * then.
   */
  private claim(
    callers: Callers,
    environmentId: string,
    sdkKey: string | undefined,
    networks: () => readonly string[],
  ): void {
    callers.used(environmentId);
    if (sdkKey === undefined || this.cached.follows(environmentId) || this.asked.has(environmentId)) return;
    this.asked.set(environmentId, true);
    callers.bring(sdkKey, networks()).catch(() => undefined);
  }

  private awaitKey(callers: Callers, key: string, networks: readonly string[], via: string | undefined): Promise<void> {
    return this.wait(this.hashes.memo(key), networks, () => this.bringKey(callers, key, networks, via));
  }

  private wait(name: string, networks: readonly string[], until: () => Promise<void>): Promise<void> {
    return this.waiting.during([name, ...networks], WAITING_READ_BYTES, until);
  }

  private async bringKey(
    callers: Callers,
    key: string,
    networks: readonly string[],
    via: string | undefined,
  ): Promise<void> {
    let opens: boolean;
    try {
      opens = await callers.bring(key, networks, via);
    } catch (error) {
      if (error instanceof DomainError) throw error;
      throw isLoop(error) ? new DomainError('edge_loop', LOOP) : unavailable(error);
    }
    // The upstream answered for this key just now, even if other environments are not connected.
    if (!opens) throw keyRefused();
    const known = this.cached.ofKey(this.hashes.memo(key));
    if (known && !known.cached.isCurrent) await this.awaitCurrent(known.environmentId);
  }

  /** After the timeout, the request is handled as if the upstream were down. */
  private awaitCurrent(environmentId: string): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, FLAGS_WITHIN_MS);
      const stop = this.cached.onUpdate((update) => {
        if (update.kind !== 'heard' || update.environmentId !== environmentId || !update.isCurrent) return;
        clearTimeout(timer);
        stop();
        resolve();
      });
      timer.unref();
      setTimeout(stop, FLAGS_WITHIN_MS).unref();
    });
  }
}
