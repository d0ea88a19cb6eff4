import { typeOf } from './type-of.js';

/** Who, or what, a flag is evaluated for. */
export interface EvaluationContext {
  /** Stable and unique for the subject: the id of a user, of a device. Percentages are counted by it. */
  readonly targetingKey?: string | number | undefined;
  readonly [attribute: string]: unknown;
}

/** Undefined too for what throws when it is read. */
function own(holder: unknown, name: string): unknown {
  try {
    if (typeof holder === 'object' && Object.prototype.hasOwnProperty.call(holder, name))
      return (holder as Record<string, unknown>)[name];
  } catch {}
  return undefined;
}

/** Strings, numbers and booleans can be compared with what was typed into the rule; nothing else can. */
const asText = (value: unknown): string | undefined => (typeOf(value) === 'json' ? undefined : String(value));

/** @returns the attribute of that very name as text; failing that, the one at that dotted path (`user.plan`) */
export function attributeText(context: EvaluationContext | undefined, attribute: string): string | undefined {
  return asText(own(context, attribute)) ?? asText(attribute.split('.').reduce<unknown>(own, context));
}
