/** Escapes terminal codes, with which a file or a server could hide or reverse other output. Keeps line ends. */
export const printable = (text: string): string =>
  text.replaceAll(/(?!\n)[\p{Cc}\p{Cf}]/gu, (one) => {
    const code = (one.codePointAt(0) ?? 0).toString(16);
    return code.length > 2 ? `\\u{${code}}` : `\\x${code.padStart(2, '0')}`;
  });

/** The same of one line: what is in it adds no line. */
export const printableLine = (line: string): string => printable(line).replaceAll('\n', '\\x0a');
