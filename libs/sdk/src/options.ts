import type { EvaluationContext, Flag } from '@burgee/evaluation';
import type { BurgeeError } from './problems.js';

/** The flags of an environment at one moment, as `client.snapshot()` gives them. */
export interface FlagSnapshot {
  readonly flags: readonly Flag[];
  /** `<epoch>-<revision>`, as the `ETag` of `GET /api/v1/flags` says it, without quotes. */
  readonly version?: string | undefined;
}

/** Where flags are kept from one visit to the next. `localStorage` is one, React Native's AsyncStorage another. */
export interface FlagStorage {
  getItem(name: string): string | null | Promise<string | null>;
  setItem(name: string, text: string): unknown;
}

export interface Logger {
  warn(message: string): void;
}

export interface ClientOptions {
  /** The key of one environment. */
  readonly sdkKey: string;
  /** Where Burgee is, for example `https://flags.example.com`. */
  readonly baseUrl: string;
  readonly context?: EvaluationContext | undefined;
  /** Flags to begin with: what a server rendered with, or a file that was built in. */
  readonly bootstrap?: FlagSnapshot | readonly Flag[] | undefined;
  /** Default: `localStorage` where there is one. `false` keeps nothing. */
  readonly storage?: FlagStorage | false | undefined;
  /** Hear of changes as they happen. Default true; false polls. */
  readonly stream?: boolean | undefined;
  /** Milliseconds between polls, while there is no stream. Default 60,000; 0 never polls. */
  readonly pollInterval?: number | undefined;
  /** Milliseconds until an answer must have begun. Default 15,000. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds until a hidden page hangs up; it is right again once it is seen. Default 120,000; 0 never. */
  readonly sleepAfterMs?: number | undefined;
  /** Ask nobody: bootstrap, storage and defaults only. */
  readonly offline?: boolean | undefined;
  /** Default: the global one. */
  readonly fetch?: typeof fetch | undefined;
  /** Where the one message per problem goes. Default: `console`. */
  readonly logger?: Logger | undefined;
  /** The same as `client.on('error', …)`, from the very start. */
  readonly onError?: ((error: BurgeeError) => void) | undefined;
}
