import type { EvaluationContext, EvaluationDetails, Flag, FlagType, FlagValue, JsonValue } from '@burgee/evaluation';
import type { FlagKey } from './flag-keys.js';
import type { FlagSnapshot } from './options.js';
import type { BurgeeError } from './problems.js';

/**
 * - `starting`: nothing from the service yet
 * - `ready`: flags of the service, or of the bootstrap
 * - `stale`: the service has not been reached for 30 s; what is known goes on being served
 * - `fatal`: the service refused; nothing more is asked until the page or process starts anew
 */
export type ClientStatus = 'starting' | 'ready' | 'stale' | 'fatal' | 'closed';

/** What each event hands over. */
export interface ClientEvents {
  ready: undefined;
  /** The flags that are another now, or that are seen otherwise because the context is another. */
  change: { readonly keys: readonly string[] };
  stale: BurgeeError | undefined;
  recovered: undefined;
  error: BurgeeError;
}

export type ClientEvent = keyof ClientEvents | `change:${string}`;
export type Listener<E extends ClientEvent> = (
  payload: E extends keyof ClientEvents ? ClientEvents[E] : ClientEvents['change'],
) => void;

/** Evaluates the flags of one environment for one context. No method throws or waits for the network. */
export interface BurgeeClient {
  bool(key: FlagKey<'boolean'>, defaultValue: boolean): boolean;
  string<T extends string = string>(key: FlagKey<'string'>, defaultValue: T): T;
  number(key: FlagKey<'number'>, defaultValue: number): number;
  json<T extends JsonValue = JsonValue>(key: FlagKey<'json'>, defaultValue: T): T;

  /**
   * The value and why.
   * @param type by default that of `defaultValue`
   * @param context by default the client's own; a server passes that of each request
   */
  details<T extends FlagValue>(
    key: FlagKey,
    defaultValue: T,
    type?: FlagType,
    context?: EvaluationContext,
  ): EvaluationDetails<T>;

  /** Every flag's value by key; undefined where the code's default counts. */
  all(): Record<string, FlagValue | undefined>;

  /** The row that is served for the key, before any evaluation. */
  flag(key: string): Flag | undefined;

  /** All rows and their version: the `bootstrap` of another client. */
  snapshot(): FlagSnapshot;

  readonly context: EvaluationContext;
  /** Replaces the context. Values are those of the new one when it returns. */
  setContext(context: EvaluationContext): void;

  readonly status: ClientStatus;
  /** What is wrong now, if anything. */
  readonly error: BurgeeError | undefined;

  /**
   * Resolves once flags of the service or the bootstrap are there, and in any case after `timeoutMs` (5,000).
   * Never rejects. @returns whether they are there
   */
  ready(options?: { timeoutMs?: number }): Promise<boolean>;

  /** @returns a function that takes the listener away again */
  on<E extends ClientEvent>(event: E, listener: Listener<E>): () => void;

  /** Ends the stream and all timers. Values stay what they are. May be called twice. */
  close(): void;
}
