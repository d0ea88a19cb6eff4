import type { FlagType, FlagValue } from './flag.js';

/**
 * The value that a text stands for in a flag of this type: `true` or `false`, any text, a finite number, or JSON. The only
 * place that decides it: the service stores no return value that this cannot read.
 * @returns undefined when the text is not of the type
 */
export function parseValue(type: FlagType, text: string): FlagValue | undefined {
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : undefined);
  if (type === 'number') return /\S/.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined;
  if (type !== 'json') return text;
  try {
    return JSON.parse(text) as FlagValue;
  } catch {
    return undefined;
  }
}
