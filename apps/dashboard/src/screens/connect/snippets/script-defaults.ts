import type { FlagType } from '@burgee/contracts/wire';

/** What code in JavaScript uses where a flag has no value. */
export const SCRIPT_DEFAULTS: Record<FlagType, string> = {
  boolean: 'false',
  string: "'default'",
  number: '0',
  json: '{}',
};

/** What the reader of a flag without a value wonders about, as a line. */
export const noteOf = (type: FlagType, indent = '', comment = '//', value = SCRIPT_DEFAULTS[type]): string =>
  type === 'boolean' ? '' : `${indent}${comment} ${value} is used where the flag has no value.\n`;
