import type { FlagType } from '@burgee/contracts/wire';

/** The default in JavaScript code for a flag without a value. */
export const SCRIPT_DEFAULTS: Record<FlagType, string> = {
  boolean: 'false',
  string: "'default'",
  number: '0',
  json: '{}',
};

/** A line that explains the result of a flag without a value. */
export const noteOf = (type: FlagType, indent = '', comment = '//', value = SCRIPT_DEFAULTS[type]): string =>
  type === 'boolean' ? '' : `${indent}${comment} ${value} is used where the flag has no value.\n`;
