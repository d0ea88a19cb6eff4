import type { EvaluationContext } from '@burgee/evaluation';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An Unleash context as attributes: `userId` is also the targeting key, and `properties` become attributes. */
export function toEvaluationContext({ properties, ...fields }: Record<string, unknown>): EvaluationContext {
  const { userId } = fields;
  const attributes = { ...(isObject(properties) && properties), ...fields, targetingKey: userId };
  return attributes as EvaluationContext;
}

const PROPERTY = /^properties\[(.+)\]$/;

/** The context in the query of a request, where properties are `properties[name]=value`. */
export function contextOfQuery(query: string): Record<string, unknown> {
  const fields: [string, string][] = [];
  const properties: [string, string][] = [];
  for (const [name, value] of new URLSearchParams(query)) {
    const property = PROPERTY.exec(name)?.[1];
    if (property === undefined) fields.push([name, value]);
    else properties.push([property, value]);
  }
  return { ...Object.fromEntries(fields), properties: Object.fromEntries(properties) };
}
