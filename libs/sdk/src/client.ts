import type { EvaluationContext, EvaluationDetails, Flag, FlagType } from '@burgee/evaluation';
import type { DefaultOf, FlagKey, FlagValues, Widened } from './flag-keys.js';
import type { FlagSnapshot } from './options.js';
import type { BurgeeError } from './burgee-error.js';

/**
 * - `starting`: the service has not answered yet
 * - `ready`: the flags come from the service, or from the bootstrap
 * - `stale`: the service has been out of reach for 30 s; the client serves the last flags
 * - `fatal`: the service refused the key or the origin; the client serves the last flags, and asks again every ten minutes
 */
export type ClientStatus = 'starting' | 'ready' | 'stale' | 'fatal' | 'closed';

/** What changed, in the flags or because of the context. */
export interface FlagChange {
  /** The flags whose rows changed, or that evaluate differently with the new context. */
  readonly keys: readonly string[];
  /** Their values before, for the client's context. */
  readonly previous: FlagValues;
  /** Their values now. Equal to the previous one if what changed in the row does not concern this context. */
  readonly current: FlagValues;
}

/** The payload of each event. */
export interface ClientEvents {
  /** Flags of the service or the bootstrap have arrived. */
  ready: undefined;
  /** Flags changed; `change:<key>` when that flag did. */
  change: FlagChange;
  /** The service has been out of reach for 30 s; the payload says why, if that is known. */
  stale: BurgeeError | undefined;
  /** The service answers again. */
  recovered: undefined;
  /** Something is wrong. Once per problem, not once per attempt. */
  error: BurgeeError;
}

/** What `on` can listen to. */
export type ClientEvent = keyof ClientEvents | `change:${FlagKey & string}`;

/** Receives the payload of an event. The logger gets the errors that it throws. */
export type Listener<E extends ClientEvent> = (
  payload: E extends keyof ClientEvents ? ClientEvents[E] : ClientEvents['change'],
) => void;

/**
 * Evaluates flags for one context. Each call may pass another context for itself. No method throws or waits for the
 * network. All of them return the default in the code where there is no other value.
 */
export interface FlagEvaluator {
  /** The value of a boolean flag. */
  bool(key: FlagKey<'boolean'>, defaultValue: boolean, context?: EvaluationContext): boolean;
  /** The value of a text flag. */
  string<T extends string = string>(key: FlagKey<'string'>, defaultValue: T, context?: EvaluationContext): T;
  /** The value of a number flag. */
  number(key: FlagKey<'number'>, defaultValue: number, context?: EvaluationContext): number;
  /** The value of a JSON flag. It has the shape of the default (list, object or neither); the rest is not checked. */
  json<T extends DefaultOf<K>, K extends FlagKey<'json'> = FlagKey<'json'>>(
    key: K,
    defaultValue: T,
    context?: EvaluationContext,
  ): T;

  /**
   * The value and the reason for it.
   * @param type by default that of `defaultValue`
   * @param context by default `context` below
   */
  details<T extends DefaultOf<K>, K extends FlagKey = FlagKey>(
    key: K,
    defaultValue: T,
    type?: FlagType,
    context?: EvaluationContext,
  ): EvaluationDetails<Widened<T>>;

  /** Every flag's value by key; undefined where the default in the code applies. */
  all(context?: EvaluationContext): FlagValues;

  /** A frozen copy of the context for calls without one. */
  readonly context: EvaluationContext;
}

/** Follows the flags of one environment, and evaluates them. */
export interface BurgeeClient extends FlagEvaluator {
  /** The flag as the service serves it, not evaluated. */
  flag(key: FlagKey): Flag | undefined;

  /** All flags and their version: the `bootstrap` of another client. */
  snapshot(): FlagSnapshot;

  /** `<epoch>-<revision>` of the flags; '' when it is not known. */
  readonly version: string;

  /** Replaces the context. When it returns, evaluations use the new context. */
  setContext(context: EvaluationContext): void;
  /** Replaces these attributes of the context and keeps the others. An undefined attribute counts as absent. */
  updateContext(attributes: EvaluationContext): void;

  /** The state of the client. */
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
