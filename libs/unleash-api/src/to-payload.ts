import { type Flag, parseValue } from '@burgee/evaluation';
import type { FeatureVariant } from './feature.js';

/** The value of a text, number or JSON flag. Undefined if it is invalid: the caller uses its default. */
export function toPayload({ type, targeting_return_value: text }: Flag): FeatureVariant['payload'] | undefined {
  if (type === 'boolean' || typeof text !== 'string') return undefined;
  const value = parseValue(type, text);
  if (value === undefined) return undefined;
  // A number in a form that every language reads; text and JSON unchanged.
  return { type, value: type === 'number' ? JSON.stringify(value) : text };
}
