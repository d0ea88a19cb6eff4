import { DomainError, type FieldFault } from '@burgee/contracts/wire';

const MAX_DEPTH = 16;
/**
 * The largest request of most routes, a project with 20 environments, has 125 values. Validation takes far longer than
 * parsing, even for an anonymous client: a few full bodies would occupy a service. A route that needs more sets
 * `valuesAtMost`.
 */
const MAX_VALUES = 200;

const TOO_DEEP: FieldFault = { pointer: '', detail: `must not be nested deeper than ${MAX_DEPTH} levels` };
const tooMany = (valuesAtMost: number): FieldFault => ({
  pointer: '',
  detail: `must not contain more than ${valuesAtMost} values`,
});

function faultOf(value: string): string | undefined {
  if (value.includes('\0')) return 'must not contain the character U+0000';
  if (!value.isWellFormed()) return 'must be well-formed Unicode (it contains half of a surrogate pair)';
  return undefined;
}

/**
 * The first reason why a parsed body cannot be stored unchanged: a NUL byte or half a surrogate pair in a name or
 * value, nesting deeper than 16, or too many values. Iterative, so depth cannot exhaust the stack.
 */
export function plainTextFault(body: unknown, valuesAtMost = MAX_VALUES): FieldFault | undefined {
  const rest: { value: unknown; pointer: string; depth: number }[] = [{ value: body, pointer: '', depth: 0 }];
  let count = 0;
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { value, pointer, depth } = next;
    if (typeof value === 'string') {
      const detail = faultOf(value);
      if (detail) return { pointer, detail };
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAX_DEPTH) return TOO_DEEP;
    for (const [name, inner] of Object.entries(value)) {
      if (++count > valuesAtMost) return tooMany(valuesAtMost);
      const detail = faultOf(name);
      if (detail) return { pointer, detail: `a field name ${detail}` };
      rest.push({ value: inner, pointer: `${pointer}/${name}`, depth: depth + 1 });
    }
  }
  return undefined;
}

export const unstorable = (fault: FieldFault): DomainError =>
  new DomainError('invalid_request', `The request was refused: ${fault.detail}.`, { errors: [fault] });

/** @param valuesAtMost per input, where a route differs from the default */
export function refuseUnstorableText(inputs: readonly unknown[], valuesAtMost?: number): void {
  for (const input of inputs) {
    const fault = plainTextFault(input, valuesAtMost);
    if (fault) throw unstorable(fault);
  }
}

const [QUOTE, BACKSLASH, COMMA, SPACE] = [0x22, 0x5c, 0x2c, 0x20];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The index of the quote that ends the text after `from`; the end of the input where there is none. */
function endOfText(json: string, from: number): number {
  for (let at = from + 1; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === QUOTE) return at;
  }
  return json.length;
}

/**
 * Counts the values of JSON before it is parsed, at every depth, and stops above the limit: two bytes can become an
 * object of a hundred, and the client is not authenticated yet. Does not validate.
 */
export function jsonShape(json: string, valuesAtMost = MAX_VALUES): FieldFault | undefined {
  let [values, depth] = [0, 0];
  let opened = false;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code <= SPACE) continue;
    const closes = code === CLOSE_OBJECT || code === CLOSE_LIST;
    // A non-empty container has one value more than it has commas.
    if (code === COMMA || (opened && !closes)) values++;
    if (values > valuesAtMost) return tooMany(valuesAtMost);
    opened = code === OPEN_OBJECT || code === OPEN_LIST;
    if (opened && ++depth > MAX_DEPTH) return TOO_DEEP;
    if (closes) depth--;
    if (code === QUOTE) at = endOfText(json, at);
  }
  return undefined;
}
