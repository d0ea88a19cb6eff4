const LENGTH = 160;
const BEFORE = 40;

/** The part of a text around the first word that a search found, in pieces. */
export function excerpt(words: string, terms: readonly string[]): { text: string; matches: boolean }[] {
  const lower = words.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
  const first = Math.max(0, Math.min(words.length, ...places) - BEFORE);
  const start = places.length === 0 || first === 0 ? 0 : words.indexOf(' ', first) + 1;
  const isCut = start + LENGTH < words.length;
  const end = isCut ? words.lastIndexOf(' ', start + LENGTH) : words.length;
  const text = `${start > 0 ? '… ' : ''}${words.slice(start, end)}${isCut ? ' …' : ''}`;
  if (places.length === 0) return [{ text, matches: false }];
  const escaped = terms.map((term) => term.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  // Odd pieces are what the group matched.
  return text
    .split(new RegExp(`(${escaped.join('|')})`, 'gi'))
    .map((piece, index) => ({ text: piece, matches: index % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}
