import {
  type EvaluationContext,
  type EvaluationDetails,
  type FlagType,
  type FlagValue,
  typeOf,
} from '@burgee/evaluation';
import type { BurgeeClient } from '../client.js';
import { emitter } from '../emitter.js';
import type { Logger } from '../options.js';

export type Overrides = Readonly<Record<string, FlagValue>>;

export interface OverriddenClient extends BurgeeClient {
  /** Gives the flag this value, whatever the service and the context are. */
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
  const values = new Map(Object.entries(overrides));
  const own = emitter((message) => logger.warn(message));

  function emitChanges(keys: readonly string[]): void {
    own.emit('change', { keys });
    for (const key of keys) own.emit(`change:${key}`, { keys });
  }

  function details<T>(key: string, value: T, type = typeOf(value), context?: EvaluationContext): EvaluationDetails<T> {
    const override = values.get(key);
    if (override === undefined) return client.details(key, value, type, context) as EvaluationDetails<T>;
    const is = typeOf(override);
    if (type !== 'json' && type !== is) {
      const errorMessage = `The override of "${key}" is of type ${is}, not ${type}.`;
      return { value, reason: 'ERROR', errorCode: 'TYPE_MISMATCH', errorMessage };
    }
    return { value: override as T, reason: 'STATIC', variant: override === false ? 'off' : 'on' };
  }

  const valueOf = <T>(key: string, value: T, type: FlagType): T => details(key, value, type).value;

  return {
    bool: (key, value) => valueOf(key, value, 'boolean'),
    string: (key, value) => valueOf(key, value, 'string'),
    number: (key, value) => valueOf(key, value, 'number'),
    json: (key, value) => valueOf(key, value, 'json'),
    details: details as BurgeeClient['details'],
    all: () => ({ ...client.all(), ...Object.fromEntries(values) }),
    flag: (key) => client.flag(key),
    snapshot: () => client.snapshot(),
    get version() {
      return client.version;
    },
    get context() {
      return client.context;
    },
    setContext: (context) => client.setContext(context),
    get status() {
      return client.status;
    },
    get error() {
      return client.error;
    },
    ready: (options) => client.ready(options),
    on(event, listener) {
      const stops = [client.on(event, listener), own.on(event, listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    close: () => client.close(),
    override(key, value) {
      values.set(key, value);
      emitChanges([key]);
    },
    restore(key) {
      const keys = key === undefined ? [...values.keys()] : [key];
      for (const one of keys) values.delete(one);
      emitChanges(keys);
    },
  };
}
