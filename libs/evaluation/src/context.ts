import { typeOf } from './type-of.js';

/** The subject that a flag is evaluated for, and its attributes. */
export interface EvaluationContext {
  /** Stable and unique for the subject: the id of a user, of a device. Percentages are counted by it. */
  readonly targetingKey?: string | number | null | undefined;
  readonly [attribute: string]: unknown;
}

/** An own property; undefined also if reading it throws. */
function own(holder: unknown, name: string): unknown {
  try {
    if (typeof holder === 'object' && Object.prototype.hasOwnProperty.call(holder, name))
      return (holder as Record<string, unknown>)[name];
  } catch {}
  return undefined;
}

/** Only strings, numbers and booleans can be compared with the text in a rule. */
const asText = (value: unknown): string | undefined => (typeOf(value) === 'json' ? undefined : String(value));

/** @returns the attribute of this name as text, otherwise the one at this dotted path (`user.plan`) */
export function attributeText(context: EvaluationContext | undefined, attribute: string): string | undefined {
  return asText(own(context, attribute)) ?? asText(attribute.split('.').reduce<unknown>(own, context));
}
