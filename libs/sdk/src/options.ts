import type { EvaluationContext, Flag } from '@burgee/evaluation';
import type { BurgeeError } from './burgee-error.js';

/** The flags of an environment at one moment, as `client.snapshot()` gives them. */
export interface FlagSnapshot {
  /** All rows, as `GET /api/v1/flags` serves them. */
  readonly flags: readonly Flag[];
  /** `<epoch>-<revision>`, the `ETag` of `GET /api/v1/flags` without quotes. */
  readonly version?: string | undefined;
}

/** Keeps flags from one visit to the next, for example `localStorage` or React Native's AsyncStorage. */
export interface FlagStorage {
  /** The text under this name; null if there is none. An error counts as none. */
  getItem(name: string): string | null | Promise<string | null>;
  /** Stores a text under this name. Errors are ignored. */
  setItem(name: string, text: string): unknown;
}

/** Where problems are reported, for example `console`. */
export interface Logger {
  /** One message per problem, which begins with `[burgee]` and says what to do. */
  warn(message: string): void;
}

/** The options of `createClient`. Times are in milliseconds. */
export interface ClientOptions {
  /** The key of one environment. */
  readonly sdkKey: string;
  /** Where Burgee is, for example `https://flags.example.com`. */
  readonly baseUrl: string;
  /** The context for calls without one. Default: none, so no rule matches and percentages have no subject. */
  readonly context?: EvaluationContext | undefined;
  /** The first flags, for example from server rendering or a file in the bundle. */
  readonly bootstrap?: FlagSnapshot | readonly Flag[] | undefined;
  /** Default: `localStorage` where there is one. `false` stores nothing. */
  readonly storage?: FlagStorage | false | undefined;
  /** Receive changes as they happen. Default true; false polls. */
  readonly stream?: boolean | undefined;
  /** Milliseconds between polls, while there is no stream. Default 60,000; 0 never polls. */
  readonly pollInterval?: number | undefined;
  /** Milliseconds until an answer must begin. Default 15,000. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds until a hidden page disconnects; it reconnects when it is visible again. Default 120,000; 0 never. */
  readonly sleepAfterMs?: number | undefined;
  /** Whether a process may end while the client waits for its next request. Default: without a stream, which keeps it alive. */
  readonly unref?: boolean | undefined;
  /** Send no requests: use bootstrap, storage and defaults only. */
  readonly offline?: boolean | undefined;
  /** Default: the global one. */
  readonly fetch?: typeof fetch | undefined;
  /** Receives one message per problem. Default: `console`. */
  readonly logger?: Logger | undefined;
  /** The same as `client.on('error', …)`, from the very start. */
  readonly onError?: ((error: BurgeeError) => void) | undefined;
}
