import {
  type EvaluationContext,
  type EvaluationDetails,
  type FlagType,
  type FlagValue,
  typeOf,
} from '@burgee/evaluation';
import type { BurgeeClient, ClientEvent, FlagChange, Listener } from '../client.js';
import { emitter } from '../emitter.js';
import type { FlagValues } from '../flag-keys.js';
import type { Logger } from '../options.js';
import type { ServerClient } from '../server/server-client.js';
import { wrapClient } from '../wrap-client.js';

/** Values by key. */
export type Overrides = Readonly<Record<string, FlagValue>>;

/** A client with some flags fixed. */
export interface OverriddenClient extends ServerClient {
  /** Gives the flag this value, regardless of the service and the context. */
  override(key: string, value: FlagValue): void;
  /** Removes one override, or all. */
  restore(key?: string): void;
}

/** The client, with some flags fixed to values of your choice. For development and tests. */
export function withOverrides(
  client: BurgeeClient,
  overrides: Overrides = {},
  logger: Logger = console,
): OverriddenClient {
  const fixed = new Map(Object.entries(overrides));
  const own = emitter((where, error) => logger.warn(`[burgee] ${where}: ${error}`));

  function decide<T>(
    key: string,
    value: T,
    type: FlagType = typeOf(value),
    context: EvaluationContext,
  ): EvaluationDetails<T> {
    const override = fixed.get(key);
    if (override === undefined) return client.details(key, value, type, context) as EvaluationDetails<T>;
    const is = typeOf(override);
    if (type !== 'json' && type !== is) {
      const errorMessage = `"${key}" is a ${is} override, not a ${type}.`;
      return { value, reason: 'ERROR', errorCode: 'TYPE_MISMATCH', errorMessage };
    }
    return { value: override as T, reason: 'STATIC', variant: override === false ? 'off' : 'on' };
  }

  /** The values of the client, with the fixed ones on top. */
  const withFixed = (values: FlagValues): FlagValues =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, fixed.has(key) ? fixed.get(key) : value]));

  const all = (context: EvaluationContext): FlagValues => ({ ...client.all(context), ...Object.fromEntries(fixed) });

  function change(keys: readonly string[], act: () => void): void {
    const valuesNow = (): FlagValues => {
      const values: FlagValues = all(client.context);
      return Object.fromEntries(keys.map((key) => [key, values[key]]));
    };
    const previous = valuesNow();
    act();
    const event = { keys, previous, current: valuesNow() };
    own.emit('change', event);
    for (const key of keys) own.emit(`change:${key}`, event);
  }

  function on<E extends ClientEvent>(event: E, listener: Listener<E>): () => void {
    const tell = (payload: unknown): void => {
      const { keys, previous, current } = payload as FlagChange;
      listener({ keys, previous: withFixed(previous), current: withFixed(current) } as never);
    };
    const stops = [client.on(event, event.startsWith('change') ? tell : listener), own.on(event, listener)];
    return () => {
      stops.forEach((stop) => stop());
    };
  }

  return Object.assign(wrapClient(client, { decide, all }), {
    on,
    override: (key: string, value: FlagValue) => change([key], () => void fixed.set(key, value)),
    restore(key?: string) {
      const keys = key === undefined ? [...fixed.keys()] : [key];
      change(keys, () => keys.forEach((one) => fixed.delete(one)));
    },
  });
}
