import type { FieldFault } from '@burgee/contracts/wire';
import { MAX_DEPTH, MAX_VALUES, TOO_DEEP, tooMany } from './plain-text.js';

const [QUOTE, BACKSLASH, COMMA, SPACE] = [0x22, 0x5c, 0x2c, 0x20];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The index of the quote that ends the text which begins after `from`; that of the end where none does. */
function endOfText(json: string, from: number): number {
  for (let at = from + 1; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === QUOTE) return at;
  }
  return json.length;
}

/**
 * Counts the values of JSON ahead of the parser, at every depth, and stops where there are more than allowed: two bytes can become an
 * object of a hundred, and nobody has been asked yet who sends them. Says nothing of what is no JSON.
 */
export function jsonShape(json: string, valuesAtMost = MAX_VALUES): FieldFault | undefined {
  let [values, depth] = [0, 0];
  let opened = false;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code <= SPACE) continue;
    const closes = code === CLOSE_OBJECT || code === CLOSE_LIST;
    // In what is not empty there is one value more than there are commas.
    if (code === COMMA || (opened && !closes)) values++;
    if (values > valuesAtMost) return tooMany(valuesAtMost);
    opened = code === OPEN_OBJECT || code === OPEN_LIST;
    if (opened && ++depth > MAX_DEPTH) return TOO_DEEP;
    if (closes) depth--;
    if (code === QUOTE) at = endOfText(json, at);
  }
  return undefined;
}
