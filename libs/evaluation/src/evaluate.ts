import { bucketOf } from './bucket.js';
import { attributeText, type EvaluationContext } from './context.js';
import type { ErrorCode, EvaluationDetails, Variant } from './details.js';
import type { Flag, FlagSet, FlagType, FlagValue } from './flag.js';
import { parseValue } from './parse-value.js';

function find(flags: FlagSet, key: string): Flag | undefined {
  return flags instanceof Map ? flags.get(key) : (flags as readonly Flag[]).find((flag) => flag.key === key);
}

/** An array, an object, or anything else: code that asks with an object as default can take an object only. */
function shapeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
}

function typeOf(value: unknown): FlagType {
  const type = typeof value;
  return type === 'boolean' || type === 'string' || type === 'number' ? type : 'json';
}

/** The subject of a percentage as text. A number is what many systems have for an id. */
function keyOf(context: EvaluationContext): string | undefined {
  const key: unknown = (context as EvaluationContext | null)?.targetingKey;
  return typeof key === 'string' ? key || undefined : Number.isFinite(key) ? String(key) : undefined;
}

function fail<T>(value: T, errorCode: ErrorCode, errorMessage: string): EvaluationDetails<T> {
  return { value, reason: 'ERROR', errorCode, errorMessage };
}

/**
 * The value of a flag for a context. Pure: no clock, no randomness, no I/O, never throws.
 * `docs/evaluation.md` is its specification.
 *
 * @param defaultValue what the code does without the flag; returned whenever there is nothing better
 * @param type the type that the code expects; by default that of `defaultValue`
 */
export function evaluate<T extends FlagValue>(
  flags: FlagSet,
  key: string,
  defaultValue: T,
  context: EvaluationContext = {},
  type: FlagType = typeOf(defaultValue),
): EvaluationDetails<T> {
  const flag = find(flags, key);
  if (!flag) return fail(defaultValue, 'FLAG_NOT_FOUND', `There is no flag "${key}" in this environment.`);
  if (flag.type !== type)
    return fail(defaultValue, 'TYPE_MISMATCH', `The flag "${key}" is of type ${flag.type}, not ${type}.`);

  const plain = (variant: Variant): T => (type === 'boolean' ? ((variant !== 'off') as T) : defaultValue);
  if (!flag.is_enabled) return { value: plain('off'), reason: 'DISABLED', variant: 'off' };

  const { targeting_attribute: attribute, targeting_return_value: text, rollout_percentage: percentage } = flag;
  if (
    attribute !== null &&
    flag.targeting_value !== null &&
    attributeText(context, attribute) === flag.targeting_value
  ) {
    const value = text === null ? plain('targeted') : parseValue(type, text);
    if (value === undefined)
      return fail(defaultValue, 'PARSE_ERROR', `The rule of "${key}" returns what is no ${type}.`);
    if (type === 'json' && typeof defaultValue === 'object' && defaultValue && shapeOf(value) !== shapeOf(defaultValue))
      return fail(
        defaultValue,
        'TYPE_MISMATCH',
        `The rule of "${key}" returns ${shapeOf(value)}, not ${shapeOf(defaultValue)}.`,
      );
    return { value: value as T, reason: 'TARGETING_MATCH', variant: 'targeted' };
  }

  if (percentage >= 100) return { value: plain('on'), reason: 'STATIC', variant: 'on' };
  if (percentage <= 0) return { value: plain('off'), reason: 'DEFAULT', variant: 'off' };
  const subject = keyOf(context);
  if (subject === undefined)
    return {
      ...fail(
        defaultValue,
        'TARGETING_KEY_MISSING',
        `The flag "${key}" is on for ${percentage} %, and the context has no targetingKey.`,
      ),
      value: plain('off'),
    };
  const variant = bucketOf(key, subject) < percentage ? 'on' : 'off';
  return { value: plain(variant), reason: 'SPLIT', variant };
}
