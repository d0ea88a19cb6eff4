import { parseValue } from './parse-value.js';
import { isText } from './type-of.js';

/**
 * The values that a `targeting_value` names. The only place that decides whether a text is a list: the service, the page
 * and every client read it here.
 * @returns undefined unless the text is a JSON array of one or more strings: the rule compares the text itself
 */
export function parseList(text: string): readonly string[] | undefined {
  // Most texts are no lists, and an exception for each would cost far more than this test.
  const list = /^\s*\[/.test(text) && (parseValue('json', text) as unknown[] | undefined);
  return list && list.length > 0 && list.every(isText) ? list : undefined;
}
