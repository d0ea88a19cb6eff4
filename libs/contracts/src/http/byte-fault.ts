const inWords = (bytes: number) => bytes.toLocaleString('en');

/** Why a text is too long: its bytes in UTF-8 count. @returns undefined when it is not */
export function byteFault(name: string, text: string, maxBytes: number): string | undefined {
  const bytes = Buffer.byteLength(text);
  return bytes > maxBytes
    ? `${name} must be at most ${inWords(maxBytes)} bytes in UTF-8; it has ${inWords(bytes)}`
    : undefined;
}
