import fc from 'fast-check';
import type { OpenApi, Schema } from './open-api.js';

function textOf({ minLength = 0, maxLength = 60, pattern, format, enum: values }: Schema): fc.Arbitrary<unknown> {
  if (values) return fc.constantFrom(...values);
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  if (format === 'uuid') return fc.uuid();
  if (format === 'email') return fc.emailAddress();
  if (format === 'uri') return fc.webUrl();
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  const short = fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) });
  return fc.oneof({ weight: 9, arbitrary: short }, { weight: 1, arbitrary: fc.constant('x'.repeat(maxLength)) });
}

function plainOf(type: string | undefined, schema: Schema, api: OpenApi): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -100, max: Math.min(schema.maximum ?? 100, 2 ** 31 - 1) });
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}, api), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, 3),
      });
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, arbitraryOf(field, api)]);
      return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
        requiredKeys: schema.required ?? [],
      });
    }
    default:
      return textOf(schema);
  }
}

/** Values that fit a schema of the document. */
export function arbitraryOf(schema: Schema, api: OpenApi): fc.Arbitrary<unknown> {
  const resolved = api.resolve(schema);
  const types = [resolved.type].flat();
  return fc.oneof(...types.map((type) => plainOf(type, resolved, api)));
}
