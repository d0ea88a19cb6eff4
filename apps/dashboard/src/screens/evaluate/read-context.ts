import type { EvaluationContext } from '@burgee/evaluation';
import { describeJsonFault } from '../../feedback/errors/describe-json-fault.js';
import { texts } from './texts.js';

export type ReadContext = { context: EvaluationContext; fault?: undefined } | { context?: undefined; fault: string };

/** The context from its two fields. The field targetingKey wins over an attribute of that name. */
export function readContext(targetingKey: string, attributes: string): ReadContext {
  let given: unknown = {};
  if (attributes.trim() !== '') {
    try {
      given = JSON.parse(attributes);
    } catch {
      return { fault: describeJsonFault(attributes) ?? texts.notJson };
    }
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return { fault: texts.notObject };
  return { context: { ...given, ...(targetingKey !== '' && { targetingKey }) } };
}

/** Adds an attribute to the JSON text. Leaves invalid JSON alone, because the user is typing. */
export function withAttribute(attributes: string, name: string, value: string): string {
  const { context } = readContext('', attributes);
  return context ? JSON.stringify({ ...context, [name]: value }, null, 2) : attributes;
}
