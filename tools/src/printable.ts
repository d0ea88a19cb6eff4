/** A file or a server may say anything: on a terminal, codes that hide what else is said. Line ends are kept. */
export const printable = (text: string): string =>
  text.replaceAll(/(?!\n)\p{Cc}/gu, (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** The same of one line: what is in it adds no line. */
export const printableLine = (line: string): string => printable(line).replaceAll('\n', '\\x0a');
