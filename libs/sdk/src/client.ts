import type { EvaluationContext, EvaluationDetails, Flag, FlagType } from '@burgee/evaluation';
import type { DefaultOf, FlagKey, FlagValueOf, Widened } from './flag-keys.js';
import type { FlagSnapshot } from './options.js';
import type { BurgeeError } from './burgee-error.js';

/**
 * - `starting`: there is no answer of the service yet
 * - `ready`: the flags are those of the service, or of the bootstrap
 * - `stale`: the service has been out of reach for 30 s; the client serves the last flags
 * - `fatal`: the service refused the key or the origin; the client serves the last flags, and asks again every ten minutes
 */
export type ClientStatus = 'starting' | 'ready' | 'stale' | 'fatal' | 'closed';

/** The payload of each event. */
export interface ClientEvents {
  ready: undefined;
  /** The flags that changed, or that evaluate differently because the context changed. */
  change: { readonly keys: readonly string[] };
  stale: BurgeeError | undefined;
  recovered: undefined;
  error: BurgeeError;
}

export type ClientEvent = keyof ClientEvents | `change:${FlagKey & string}`;
export type Listener<E extends ClientEvent> = (
  payload: E extends keyof ClientEvents ? ClientEvents[E] : ClientEvents['change'],
) => void;

/** Evaluates the flags of one environment for one context. No method throws or waits for the network. */
export interface BurgeeClient {
  bool(key: FlagKey<'boolean'>, defaultValue: boolean): boolean;
  string<T extends string = string>(key: FlagKey<'string'>, defaultValue: T): T;
  number(key: FlagKey<'number'>, defaultValue: number): number;
  json<T extends DefaultOf<K>, K extends FlagKey<'json'> = FlagKey<'json'>>(key: K, defaultValue: T): T;

  /**
   * The value and the reason for it.
   * @param type by default that of `defaultValue`
   * @param context by default the client's own; a server passes that of each request
   */
  details<T extends DefaultOf<K>, K extends FlagKey = FlagKey>(
    key: K,
    defaultValue: T,
    type?: FlagType,
    context?: EvaluationContext,
  ): EvaluationDetails<Widened<T>>;

  /** Every flag's value by key; undefined where the default in the code applies. */
  all(): { [K in FlagKey]?: FlagValueOf<K> | undefined };

  /** The flag as the service serves it, not evaluated. */
  flag(key: FlagKey): Flag | undefined;

  /** All flags and their version: the `bootstrap` of another client. */
  snapshot(): FlagSnapshot;

  /** `<epoch>-<revision>` of the flags; '' when it is not known. */
  readonly version: string;

  readonly context: EvaluationContext;
  /** Replaces the context. When it returns, values are those of the new context. */
  setContext(context: EvaluationContext): void;

  readonly status: ClientStatus;
  /** What is wrong now, if anything. */
  readonly error: BurgeeError | undefined;

  /**
   * Resolves once there are flags of the service or the bootstrap, at the latest after `timeoutMs` (5,000). Never rejects.
   * @returns whether there are flags; false at once while the service refuses the key or the origin
   */
  ready(options?: { timeoutMs?: number }): Promise<boolean>;

  /**
   * A listener of `ready` is called also when it is added afterwards.
   * @returns a function that removes the listener
   */
  on<E extends ClientEvent>(event: E, listener: Listener<E>): () => void;

  /** Ends the stream and all timers. Values stay. May be called twice. */
  close(): void;
}
