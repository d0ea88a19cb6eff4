import { attributeText, type EvaluationContext } from '@burgee/evaluation';

export interface SuggestedAttribute {
  name: string;
  value: string;
}

interface Rule {
  targeting_attribute: string | null;
  targeting_value: string | null;
}

/** The attributes and values that rules compare, each once, unless the context already matches. */
export function suggestAttributes(
  rules: readonly Rule[],
  context: EvaluationContext | undefined,
): SuggestedAttribute[] {
  const suggested = new Map<string, SuggestedAttribute>();
  for (const { targeting_attribute: name, targeting_value: value } of rules)
    if (name !== null && value !== null && attributeText(context, name) !== value)
      suggested.set(`${name}\n${value}`, { name, value });
  return [...suggested.values()];
}
