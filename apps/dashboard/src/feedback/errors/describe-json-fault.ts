import { type JSONVisitor, visit } from 'jsonc-parser';
import { texts } from '../texts.js';

const STRICT = { disallowComments: true };
/** The `ParseErrorCode`s of faults inside quotes: no end, an invalid escape, a character that needs one. */
const IN_TEXT = new Set([12, 14, 15, 16]);

type Fault = Parameters<NonNullable<JSONVisitor['onError']>>;

/** The first fault; undefined for valid or too deeply nested JSON. Browsers word their errors differently. */
function findFault(text: string): Fault | undefined {
  let first: Fault | undefined;
  try {
    visit(text, { onError: (...fault) => (first ??= fault) }, STRICT);
  } catch {
    // The stack overflowed.
  }
  return first;
}

/** The fault in a text that should be JSON, and its place; undefined for valid JSON. */
export function describeJsonFault(text: string): string | undefined {
  const fault = findFault(text);
  if (!fault) return undefined;
  const [code, at, , line, column] = fault;
  const found = text[at];
  if (found === undefined) return texts.json.ends(line + 1, column + 1);
  return (IN_TEXT.has(code) ? texts.json.text : texts.json.unexpected(found))(line + 1, column + 1);
}
