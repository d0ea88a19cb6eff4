import type { FlagType } from './flag.js';

/** The type of the flags that can have this value. */
export function typeOf(value: unknown): FlagType {
  const type = typeof value;
  return type === 'boolean' || type === 'string' || type === 'number' ? type : 'json';
}

export const isText = (value: unknown): value is string => typeof value === 'string';

/** NaN and the infinities: numbers that JSON cannot write. */
export const isOutOfRange = (value: unknown): boolean => typeof value === 'number' && !Number.isFinite(value);
