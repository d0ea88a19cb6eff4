/** Who, or what, a flag is evaluated for. */
export interface EvaluationContext {
  /** Stable and unique for the subject: the id of a user, of a device. Percentages are counted by it. */
  readonly targetingKey?: string | undefined;
  readonly [attribute: string]: unknown;
}

function own(holder: unknown, name: string): unknown {
  return holder !== null && typeof holder === 'object' && Object.prototype.hasOwnProperty.call(holder, name)
    ? (holder as Record<string, unknown>)[name]
    : undefined;
}

/** Strings, numbers and booleans can be compared with what was typed into the rule; nothing else can. */
function asText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}

/** @returns the attribute of that very name as text; failing that, the one at that dotted path (`user.plan`) */
export function attributeText(context: EvaluationContext, attribute: string): string | undefined {
  const direct = asText(own(context, attribute));
  if (direct !== undefined || !attribute.includes('.')) return direct;
  return asText(attribute.split('.').reduce<unknown>(own, context));
}
