const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const SPACE = 0x20;

/** The index where the string that opens at `at` ends, or the end of the bytes. */
function endOfText(json: Buffer, at: number): number {
  let end = at + 1;
  while (end < json.length && json[end] !== QUOTE) end += json[end] === BACKSLASH ? 2 : 1;
  return end;
}

/**
 * Whether JSON has more values than allowed, at any depth. Counts the values of the outermost object, and all deeper
 * values together. Scans bytes without building objects, since parsing thousands of values takes milliseconds. Does not
 * validate.
 */
export function hasMoreValues(json: Buffer, atMost: number): boolean {
  let depth = 0;
  let outer = 0;
  let inner = 0;
  let opened = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? SPACE;
    if (byte <= SPACE) continue;
    const closes = byte === CLOSE_OBJECT || byte === CLOSE_LIST;
    // A non-empty container has one value more than it has commas.
    if (byte === COMMA || (opened && !closes)) {
      if (depth > 1) inner++;
      else outer++;
      if (inner > atMost || outer > atMost) return true;
    }
    opened = byte === OPEN_OBJECT || byte === OPEN_LIST;
    if (opened) depth++;
    else if (closes) depth--;
    else if (byte === QUOTE) at = endOfText(json, at);
  }
  return false;
}
