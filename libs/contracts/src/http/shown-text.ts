/** Text as people see it. Without other imports, because the dashboard's first files have it. */

/**
 * What is not seen: controls, formats, separators of lines, private and unassigned characters (C), all kinds of blanks,
 * also the space (Z), and symbols and a mark that browsers draw as nothing.
 */
export const UNSEEN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{1D159}\u{16FE4}]/gu;
/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** A character in words, as `U+200B`. */
export const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Text that keeps the order of the letters around it, in the characters that `<bdi>` stands for. */
export const isolate = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);

/**
 * A value with a mark for each character that is not seen, for blanks other than a space, and for spaces at the ends.
 * A mark is an isolate (U+2066, U+2069), which no value has afterwards, so that a page can tell it from the value's
 * letters. A line break stays after its mark.
 */
export function showValue(value: string): string {
  const [start, end] = [value.length - value.trimStart().length, value.trimEnd().length];
  const marked = value.replaceAll(UNSEEN, (character, at: number) =>
    character === ' ' && at >= start && at < end
      ? character
      : `\u2066${codePoint(character)}\u2069${character === '\n' ? character : ''}`,
  );
  return isolate(marked);
}
