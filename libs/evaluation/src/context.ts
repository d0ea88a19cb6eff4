import { isOutOfRange, typeOf } from './type-of.js';

/** The subject that a flag is evaluated for, and its attributes. */
export interface EvaluationContext {
  /** Stable and unique for the subject: the id of a user, of a device. Percentages are counted by it. */
  readonly targetingKey?: string | number | null | undefined;
  readonly [attribute: string]: unknown;
}

/** An own property of an object, not of a list; undefined also if reading it throws. */
function own(holder: unknown, name: string): unknown {
  try {
    if (typeof holder === 'object' && !Array.isArray(holder) && Object.prototype.hasOwnProperty.call(holder, name))
      return (holder as Record<string, unknown>)[name];
  } catch {}
  return undefined;
}

/**
 * Only strings, booleans and numbers that JSON can write are compared with the text in a rule.
 * @returns the attribute of this name as text; without one, that at this dotted path (`user.plan`)
 */
export function attributeText(context: EvaluationContext | undefined, attribute: string): string | undefined {
  const named = own(context, attribute);
  const value = named === undefined ? attribute.split('.').reduce<unknown>(own, context) : named;
  return typeOf(value) === 'json' || isOutOfRange(value) ? undefined : String(value);
}
