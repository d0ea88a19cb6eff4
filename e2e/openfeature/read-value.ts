import type { Kind } from './open-feature-sdks.js';

const asJson = (text: string): string => text.replaceAll(String.raw`\"`, '"');

/** The value that a step names, of a type that it names. */
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

/** What OpenFeature's SDKs for JavaScript call a type of a step: integers and floats are both numbers. */
export const kindOf = (type: string): Kind => KINDS[type.toLowerCase()] ?? 'Number';
