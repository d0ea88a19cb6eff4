const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const SPACE = 0x20;

/** Where the text that opens at `at` ends, or the bytes. */
function endOfText(json: Buffer, at: number): number {
  let end = at + 1;
  while (end < json.length && json[end] !== QUOTE) end += json[end] === BACKSLASH ? 2 : 1;
  return end;
}

/**
 * Whether there are more values in JSON than may be, at any depth. Counted are those of the outermost object, and those further in
 * together. Reads bytes and makes nothing, since to parse thousands of values takes milliseconds; says nothing of what is no JSON.
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
    // In what is not empty there is one value more than there are commas.
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
