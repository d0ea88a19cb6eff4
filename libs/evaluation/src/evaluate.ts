import { bucketOf } from './bucket.js';
import { attributeText, type EvaluationContext } from './context.js';
import type { ErrorCode, EvaluationDetails, Reason, Variant } from './details.js';
import type { Flag, FlagSet, FlagType } from './flag.js';
import { parseList } from './parse-list.js';
import { parseValue } from './parse-value.js';
import { isText, typeOf } from './type-of.js';

/**
 * The version of the specification. Tags of whatever depends on decisions contain it: the same flags can mean other
 * decisions after an upgrade.
 */
export const EVALUATION_VERSION = 3;

/** The later of two rows with one key wins, as in a map of them. */
function find(flags: FlagSet | null | undefined, key: string): Flag | undefined {
  return !flags || 'get' in flags ? flags?.get(key) : flags[flags.map((flag) => flag?.key).lastIndexOf(key)];
}

/** The texts that the rule of a row accepts. Parsing 5,000 long lists takes 58 ms, too much for each request. */
const accepted = new WeakMap<Flag, readonly [wanted: string, texts: ReadonlySet<string | undefined>]>();

/** Tells arrays, objects and the rest apart: code with an object as its default expects an object. */
const shapeOf = (value: unknown): string => Object.prototype.toString.call(value);

function fail<T>(value: T, errorCode: ErrorCode, errorMessage: string): EvaluationDetails<T> {
  return { value, reason: 'ERROR', errorCode, errorMessage };
}

/**
 * The value of a flag for a context. Pure: no clock, no randomness, no I/O, never throws.
 * `docs/reference/evaluation.md` is its specification.
 *
 * @param defaultValue returned whenever the flag has no value for this context
 * @param type the type that the code expects; by default that of `defaultValue`
 */
export function evaluate<T>(
  flags: FlagSet,
  key: string,
  defaultValue: T,
  context?: EvaluationContext,
  type: FlagType = typeOf(defaultValue),
): EvaluationDetails<T> {
  const flag = find(flags, key);
  if (!flag) return fail(defaultValue, 'FLAG_NOT_FOUND', `There is no flag "${key}".`);
  if (flag.type !== type) return fail(defaultValue, 'TYPE_MISMATCH', `"${key}" is a ${flag.type} flag, not a ${type}.`);

  const settle = (variant: Variant, reason: Reason, text?: unknown): EvaluationDetails<T> => {
    if (!isText(text))
      return { value: type === 'boolean' ? ((variant !== 'off') as T) : defaultValue, reason, variant };
    const value = parseValue(type, text);
    const isUnreadable = value === undefined;
    const isOfOtherShape = defaultValue && typeof defaultValue === 'object' && shapeOf(value) !== shapeOf(defaultValue);
    return isUnreadable || isOfOtherShape
      ? fail(defaultValue, isUnreadable ? 'PARSE_ERROR' : 'TYPE_MISMATCH', `"${key}" does not return a ${type}.`)
      : { value: value as T, reason, variant };
  };
  if (flag.is_enabled !== true) return settle('off', 'DISABLED');

  const { targeting_attribute: attribute, targeting_value: wanted, targeting_return_value: text } = flag;
  const { rollout_percentage: percentage } = flag;
  if (isText(attribute) && isText(wanted)) {
    let rule = accepted.get(flag);
    // A caller may have changed the row since.
    if (rule?.[0] !== wanted) accepted.set(flag, (rule = [wanted, new Set(parseList(wanted) ?? [wanted])]));
    if (rule[1].has(attributeText(context, attribute))) return settle('targeted', 'TARGETING_MATCH', text);
  }

  // A boolean needs none, and old rows may have some without meaning.
  const unconditional = type === 'boolean' || isText(attribute) || isText(wanted) ? null : text;
  if (percentage >= 100) return settle('on', 'STATIC', unconditional);
  if (!(percentage > 0)) return settle('off', 'DEFAULT');
  const subject = attributeText(context, 'targetingKey');
  if (!subject) return fail(settle('off', 'ERROR').value, 'TARGETING_KEY_MISSING', `"${key}" needs targetingKey.`);
  return bucketOf(key, subject) < percentage ? settle('on', 'SPLIT', unconditional) : settle('off', 'SPLIT');
}
