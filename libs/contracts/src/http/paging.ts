/** The Link header (RFC 8288) of a page that has a next one: same address, same filters, another cursor. */
export function nextLink(url: string, cursor: string): string {
  const [path = '', query = ''] = url.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', cursor);
  return `<${path}?${parameters}>; rel="next"`;
}

/** A cursor is the place after the last row of a page, readable by nobody but us. */
export function encodeCursor(parts: readonly string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** @returns undefined when the text is no cursor of `length` parts */
export function decodeCursor(cursor: string, length: number): string[] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const fits = Array.isArray(parts) && parts.length === length && parts.every((part) => typeof part === 'string');
    return fits ? (parts as string[]) : undefined;
  } catch {
    return undefined;
  }
}
