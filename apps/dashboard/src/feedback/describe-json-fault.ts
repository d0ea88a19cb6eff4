import { findJsonFault } from './find-json-fault.js';
import { texts } from './texts.js';

/** What is wrong with a text that should be JSON, and where; undefined if it is JSON. */
export function describeJsonFault(text: string): string | undefined {
  const fault = findJsonFault(text);
  if (!fault) return undefined;
  const { line, column, found } = fault;
  return found === undefined ? texts.json.ends(line, column) : texts.json.unexpected(found, line, column);
}
