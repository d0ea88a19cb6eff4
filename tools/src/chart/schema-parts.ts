export type Schema = Record<string, unknown>;

export const text: Schema = { type: 'string' };
export const flag: Schema = { type: 'boolean' };
/** What Kubernetes itself defines. The lane `chart` holds what is rendered to its schemas. */
export const someMap: Schema = { type: 'object' };
export const textMap: Schema = { type: 'object', additionalProperties: text };

export const wholeNumber = (minimum: number): Schema => ({ type: 'integer', minimum });
export const listOf = (items: Schema): Schema => ({ type: 'array', items });
export const someObjects = listOf(someMap);

/** A map without any other key. */
export const closed = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  properties,
  additionalProperties: false,
});

export const secretKey = closed({ name: text, key: text });
