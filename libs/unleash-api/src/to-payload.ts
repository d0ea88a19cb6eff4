import { type Flag, parseValue } from '@burgee/evaluation';
import type { FeatureVariant } from './feature.js';

/** What a text, number or JSON flag returns. Undefined for what its type cannot read: the caller takes its default. */
export function toPayload({ type, targeting_return_value: text }: Flag): FeatureVariant['payload'] | undefined {
  if (type === 'boolean' || typeof text !== 'string') return undefined;
  const value = parseValue(type, text);
  if (value === undefined) return undefined;
  // A number as every language reads it; text and JSON as they are.
  return { type, value: type === 'number' ? JSON.stringify(value) : text };
}
