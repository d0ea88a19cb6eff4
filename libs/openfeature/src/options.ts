import type { BurgeeClient, ClientOptions, FlagStorage, Logger } from '@burgee/sdk';

/**
 * - `local-cache-first`: ready at once with the flags of the last visit, until the service's flags arrive
 * - `network-first`: ready with the service's flags, or with the last visit's if it does not answer in time
 * - `disabled`: stores nothing
 */
export type CacheMode = 'local-cache-first' | 'network-first' | 'disabled';

/**
 * - `sse`: streams changes as they happen
 * - `polling`: fetches every `pollInterval`
 * - `none`: fetches once
 */
export type ChangeDetection = 'sse' | 'polling' | 'none';

/** Options, named as in other OpenFeature providers. Times are in milliseconds. */
export interface BurgeeConnectionOptions {
  /** The address of Burgee, for example `https://flags.example.com`. */
  readonly baseUrl: string;
  /** The key of one environment. */
  readonly sdkKey: string;
  /** Headers for a proxy in front of Burgee; a page may send them only if the proxy allows it. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The same, called for each request. */
  readonly headersFactory?:
    | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>)
    | undefined;
  /** Default: the global one. */
  readonly fetchImplementation?: typeof fetch | undefined;
  /** Time between polls without a stream. Default 60,000; 0 never polls. */
  readonly pollInterval?: number | undefined;
  /** How long `initialize` waits for flags, and a request for its answer. Default 10,000. */
  readonly timeoutMs?: number | undefined;
  /** Default `sse`. */
  readonly changeDetection?: ChangeDetection | undefined;
  /** In a page: seconds after it is hidden until it disconnects; it refreshes when it is visible again. Default 120. */
  readonly inactivityDelaySec?: number | undefined;
  /** In a page: follow changes while hidden too, and do not fetch when visible again. Default false. */
  readonly disableVisibilityRefresh?: boolean | undefined;
  /** Initial flags: `client.snapshot()` of a server. The provider is ready at once. */
  readonly bootstrap?: ClientOptions['bootstrap'];
  /** Default `local-cache-first`. Stores nothing without a `storage`. */
  readonly cacheMode?: CacheMode | undefined;
  /** Flags of the last visit expire after this time. Default: 30 days. */
  readonly cacheTTL?: number | undefined;
  /** Prefix of the key under which flags are stored. */
  readonly cacheKeyPrefix?: string | undefined;
  /** Where flags are stored. Default: `localStorage`, if it exists. */
  readonly storage?: FlagStorage | undefined;
  /** Receives one message per problem. Default: `console`. */
  readonly logger?: Logger | undefined;
}

/** A client that the application already has; the provider does not close it. */
export interface BurgeeSharedClient {
  /** Its options apply instead of the provider's. */
  readonly client: BurgeeClient;
  /** How long `initialize` waits for its flags. Default 10,000. */
  readonly timeoutMs?: number | undefined;
}

/** An option for a change in the OpenFeature specification. */
export interface LifecycleOptions {
  /**
   * Whether the provider itself emits READY and ERROR for `initialize`, as the specification requires since July 2026. Published
   * OpenFeature SDKs still emit them, so handlers would run twice. Default false.
   */
  readonly emitLifecycleEvents?: boolean | undefined;
}

/** What a provider takes: how to connect, or a client that is connected. Times are in milliseconds. */
export type BurgeeProviderOptions = (BurgeeConnectionOptions | BurgeeSharedClient) & LifecycleOptions;

/** Milliseconds that `initialize` waits by default. */
export const TIMEOUT_MS = 10_000;
