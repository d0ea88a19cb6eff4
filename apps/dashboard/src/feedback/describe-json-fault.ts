import { type JSONVisitor, visit } from 'jsonc-parser';
import { texts } from './texts.js';

const STRICT = { disallowComments: true };
/** `ParseErrorCode` of what is wrong inside of quotes: no end, an escape, a character that needs one. */
const IN_TEXT = new Set([12, 14, 15, 16]);

type Fault = Parameters<NonNullable<JSONVisitor['onError']>>;

/** The first one; undefined if the text is JSON, or nested too deeply to tell. Browsers each say it in words of their own. */
function findFault(text: string): Fault | undefined {
  let first: Fault | undefined;
  try {
    visit(text, { onError: (...fault) => (first ??= fault) }, STRICT);
  } catch {
    // The stack ended.
  }
  return first;
}

/** What is wrong with a text that should be JSON, and where; undefined if it is JSON. */
export function describeJsonFault(text: string): string | undefined {
  const fault = findFault(text);
  if (!fault) return undefined;
  const [code, at, , line, column] = fault;
  const found = text[at];
  if (found === undefined) return texts.json.ends(line + 1, column + 1);
  return (IN_TEXT.has(code) ? texts.json.text : texts.json.unexpected(found))(line + 1, column + 1);
}
