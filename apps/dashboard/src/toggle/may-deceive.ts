/** A mark, a letter beyond ASCII other than the quotes around values, or a run of blanks. */
const UNUSUAL = /[^ -~“”]| {2}/;
/** Letters of ASCII that look the same. */
const fold = (text: string) => text.replaceAll(/[“”]/g, '').replaceAll(/[I1|]/g, 'l').replaceAll('0', 'O');

/** Whether readers may not see all of a change, or of a value. Most have no such thing. */
export const mayDeceive = (before: string | undefined, after: string | undefined): boolean =>
  [before, after].some((text) => text !== undefined && UNUSUAL.test(text)) ||
  (before !== undefined && after !== undefined && before !== after && fold(before) === fold(after));
