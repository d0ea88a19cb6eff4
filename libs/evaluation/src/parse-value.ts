import type { FlagType, FlagValue } from './flag.js';
import { isOutOfRange } from './type-of.js';

/** JSON parsers differ in the depth they accept; all of them read this depth. */
const DEPTH = 64;

/** Whether JSON of this value means the same in every language. */
const isPortable = (value: unknown, depth = DEPTH): boolean =>
  value && typeof value === 'object'
    ? depth > 0 && Object.values(value).every((one) => isPortable(one, depth - 1))
    : !isOutOfRange(value);

/**
 * The value that a text stands for in a flag of this type: `true` or `false`, any text, a finite number, or JSON. The only
 * place that decides it: the service stores no return value that this cannot read.
 * @returns undefined when the text is not of the type
 */
export function parseValue(type: FlagType, text: string): FlagValue | undefined {
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : undefined);
  if (type === 'string') return text;
  try {
    const value = type === 'number' ? Number(/\S/.test(text) ? text : NaN) : (JSON.parse(text) as FlagValue);
    return isPortable(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
