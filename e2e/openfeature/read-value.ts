import type { Kind } from './open-feature-sdks.js';

const asJson = (text: string): string => text.replaceAll(String.raw`\"`, '"');

/** The value in a step, in the step's type. */
export function readValue(type: string, text: string): unknown {
  if (text === 'null') return undefined;
  switch (type.toLowerCase()) {
    case 'boolean':
      return text === 'true';
    case 'integer':
    case 'float':
      return Number(text);
    case 'object':
      return JSON.parse(asJson(text));
    default:
      return text;
  }
}

const KINDS: Record<string, Kind> = { boolean: 'Boolean', string: 'String', object: 'Object' };

/** The type name in OpenFeature's SDKs for JavaScript: integers and floats are both numbers. */
export const kindOf = (type: string): Kind => KINDS[type.toLowerCase()] ?? 'Number';
