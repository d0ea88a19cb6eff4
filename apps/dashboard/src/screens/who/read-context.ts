import type { EvaluationContext } from '@burgee/evaluation';

export type ReadContext = { context: EvaluationContext; fault?: undefined } | { context?: undefined; fault: string };

/** The context out of its two fields; the targetingKey of its own field comes before one among the attributes. */
export function readContext(targetingKey: string, attributes: string): ReadContext {
  let given: unknown = {};
  if (attributes.trim() !== '') {
    try {
      given = JSON.parse(attributes);
    } catch (error) {
      return { fault: `This is no JSON yet: ${error instanceof Error ? error.message : String(error)}.` };
    }
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { fault: 'Attributes are an object, such as {"plan": "pro"}.' };
  return { context: { ...given, ...(targetingKey !== '' && { targetingKey }) } };
}

/** The attributes with one more, as text. What is no JSON yet stays as it is: somebody is typing it. */
export function withAttribute(attributes: string, name: string, value: string): string {
  const { context } = readContext('', attributes);
  return context ? JSON.stringify({ ...context, [name]: value }, null, 2) : attributes;
}
