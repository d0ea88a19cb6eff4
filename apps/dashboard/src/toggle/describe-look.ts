import { UNSEEN } from '@burgee/contracts/plain';
import { mixedScripts, skeleton } from './look-alike.js';
import { texts } from './look-texts.js';

const MARK = /\u2066U\+([0-9A-F]+)\u2069/g;

/** The part of a shown text that readers see, with each run of blanks as a space, but none at the ends of a value. */
const seenOf = (shown: string): string =>
  shown
    .replaceAll(MARK, (_, code: string) => {
      const character = String.fromCodePoint(Number.parseInt(code, 16));
      if (/(?!\uFEFF)[\s\u2800]/.test(character)) return ' ';
      return character.replaceAll(UNSEEN, '');
    })
    .replaceAll(/[\u2068\u2069]/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<=“) | (?=”)/g, '')
    .trim();

/** Without the quotes that numbers and the page's own words do not have. */
const bare = (seen: string): string => seen.replaceAll(/[“”]/g, '');
const isAlike = (one: string, other: string) => one !== other && skeleton(one) === skeleton(other);

/** What readers would not see of a change, or of a value: characters without a glyph, and letters of other scripts. */
export function describeLook(before: string | undefined, after: string | undefined): string[] {
  const [old, fresh] = [before, after].map((text) => text && seenOf(text));
  const isChange = old !== undefined && fresh !== undefined && before !== after;
  if (isChange && old === fresh) return [texts.unseen];
  const mixed = [...new Set([old, fresh].flatMap((text) => (text ? mixedScripts(text) : [])))];
  return [
    ...(isChange && isAlike(bare(old), bare(fresh)) ? [texts.alike] : []),
    ...(mixed.length > 0 ? [texts.mixed(mixed)] : []),
  ];
}
