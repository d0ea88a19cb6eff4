import type { FlagType, FlagValue } from './flag.js';

/**
 * What a rule returns, read as the flag's type: `true` or `false`, any text, a finite number, or JSON.
 * @returns undefined when it cannot be read so
 */
export function parseValue(type: FlagType, text: string): FlagValue | undefined {
  switch (type) {
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
    case 'json':
      try {
        return JSON.parse(text) as FlagValue;
      } catch {
        return undefined;
      }
    default:
      return text;
  }
}
