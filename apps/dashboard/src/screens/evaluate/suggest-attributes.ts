import { attributeText, type EvaluationContext, parseList } from '@burgee/evaluation';

export interface SuggestedAttribute {
  name: string;
  value: string;
}

interface Rule {
  targeting_attribute: string | null;
  targeting_value: string | null;
}

/** The attributes and values that rules compare, each once, unless the context already matches. Of a list, the first. */
export function suggestAttributes(
  rules: readonly Rule[],
  context: EvaluationContext | undefined,
): SuggestedAttribute[] {
  const suggested = new Map<string, SuggestedAttribute>();
  for (const { targeting_attribute: name, targeting_value: wanted } of rules) {
    if (name === null || wanted === null) continue;
    const values = parseList(wanted) ?? [wanted];
    const [value = ''] = values;
    const present = attributeText(context, name);
    if (present === undefined || !values.includes(present)) suggested.set(`${name}\n${value}`, { name, value });
  }
  return [...suggested.values()];
}
