import type { BurgeeClient, ClientOptions, FlagStorage, Logger } from '@burgee/sdk';

/**
 * - `local-cache-first`: ready at once with the flags of the last visit, which the service's replace as soon as they come
 * - `network-first`: ready with those of the service; with those of the last visit when it does not answer in time
 * - `disabled`: keeps nothing
 */
export type CacheMode = 'local-cache-first' | 'network-first' | 'disabled';

/**
 * - `sse`: hears of changes as they happen
 * - `polling`: asks every `pollInterval`
 * - `none`: asks once
 */
export type ChangeDetection = 'sse' | 'polling' | 'none';

/** Options by the names that other OpenFeature providers give them. Times are in milliseconds. */
export interface BurgeeConnectionOptions {
  /** Where Burgee is, for example `https://flags.example.com`. */
  readonly baseUrl: string;
  /** The key of one environment. */
  readonly sdkKey: string;
  /** Headers for whatever stands in front of Burgee; a page may send them only where that allows it. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The same, asked for at each request. */
  readonly headersFactory?:
    (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>) | undefined;
  /** Default: the global one. */
  readonly fetchImplementation?: typeof fetch | undefined;
  /** Between polls, while there is no stream. Default 60,000; 0 never polls. */
  readonly pollInterval?: number | undefined;
  /** How long `initialize` waits for flags, and a request for its answer. Default 10,000. */
  readonly timeoutMs?: number | undefined;
  /** Default `sse`. */
  readonly changeDetection?: ChangeDetection | undefined;
  /** In a page: seconds until it hangs up after it was hidden; it is right again once it is seen. Default 120. */
  readonly inactivityDelaySec?: number | undefined;
  /** In a page: follow changes while it is hidden too, and so refetch nothing when it is seen. Default false. */
  readonly disableVisibilityRefresh?: boolean | undefined;
  /** Flags to begin with: `client.snapshot()` of a server. The provider is ready from the first line on. */
  readonly bootstrap?: ClientOptions['bootstrap'];
  /** Default `local-cache-first`. Keeps nothing where there is no `storage`. */
  readonly cacheMode?: CacheMode | undefined;
  /** Flags of a last visit longer ago than this are not used. Default: 30 days. */
  readonly cacheTTL?: number | undefined;
  /** Comes before the name under which flags are kept. */
  readonly cacheKeyPrefix?: string | undefined;
  /** Where flags are kept. Default: `localStorage` where there is one. */
  readonly storage?: FlagStorage | undefined;
  /** Where the one message per problem goes. Default: `console`. */
  readonly logger?: Logger | undefined;
}

/** A client that the application has already; it is not closed with the provider. */
export interface BurgeeSharedClient {
  readonly client: BurgeeClient;
  /** How long `initialize` waits for its flags. Default 10,000. */
  readonly timeoutMs?: number | undefined;
}

/** The switch for a change in OpenFeature. */
export interface LifecycleOptions {
  /**
   * Whether the provider itself emits READY and ERROR for `initialize`, as the specification asks since July 2026. Published
   * OpenFeature SDKs still emit them for it, and handlers would run twice. Default false.
   */
  readonly emitLifecycleEvents?: boolean | undefined;
}

export type BurgeeProviderOptions = (BurgeeConnectionOptions | BurgeeSharedClient) & LifecycleOptions;

export const TIMEOUT_MS = 10_000;
