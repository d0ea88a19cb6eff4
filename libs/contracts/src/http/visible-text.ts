/**
 * Names of things, people and webhooks, by the Freeform class of PRECIS (RFC 8264) with the rules of its profile for
 * nicknames (RFC 8266): no controls, no separators of lines, no private or unassigned characters, nothing that is not
 * shown or turns the direction of text, joiners only where they join.
 */

import { codePoint, UNSEEN } from './shown-text.js';

/** Letters whose shape depends on the next one, so that a joiner or non-joiner between them is written. */
const JOINING = String.raw`[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Mandaic}]`;
/** Marks that kill a vowel (combining class 9), after which Indic scripts write joiners. */
const VIRAMA =
  '[\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D3B\\u0D3C\\u0D4D\\u0DCA\\u0E3A\\u0F84\\u1039\\u103A\\u17D2]';
const SKIN = String.raw`[\u{1F3FB}-\u{1F3FF}]`;

/** Characters without a glyph in places where Unicode has them. */
const JOINED = new RegExp(
  [
    String.raw`(?<=${VIRAMA})[\u200C\u200D]`,
    String.raw`(?<=${JOINING}\p{M}*)\u200C(?=${JOINING})`,
    String.raw`(?<=\p{Extended_Pictographic}${SKIN}?\uFE0F?)\u200D(?=\p{Extended_Pictographic})`,
    String.raw`(?<=\p{Emoji})\uFE0F`,
  ].join('|'),
  'gu',
);
/** All that is not seen but blanks. */
const NEVER = new RegExp(String.raw`(?!\p{Zs})${UNSEEN.source}`, 'u');
/** Some symbols and letters are not seen. */
const VISIBLE = new RegExp(String.raw`(?!${UNSEEN.source})[\p{L}\p{N}\p{P}\p{S}]`, 'u');

/** A name as Burgee stores it: composed (NFC), without blanks at its ends, each kind of blank as a space. */
export const normalizeName = (name: string): string =>
  name
    .replaceAll(/\p{Zs}/gu, ' ')
    .trim()
    .normalize('NFC');

/** Why text is no name. @returns undefined when it is one */
export function nameFault(name: string): string | undefined {
  if (NEVER.test(name.replaceAll(JOINED, '')))
    return 'must not contain line breaks, control, private or unassigned characters, or characters that are not shown';
  return isVisible(name) ? undefined : 'must contain a visible character';
}

/** Whether anything of the text is seen: a comment of blanks or zero widths says nothing. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);

/**
 * A name with a visible mark for each character that is not seen, as `U+200B`, and for spaces at its ends only. For names
 * that were stored before names had rules.
 */
export function markHidden(text: string): string {
  const joiners = new Set([...text.matchAll(JOINED)].map(({ index }) => index));
  return text
    .replaceAll(UNSEEN, (character, at: number) =>
      character === ' ' || joiners.has(at) ? character : codePoint(character),
    )
    .replaceAll(/^ +| +$/g, (blanks) => codePoint(' ').repeat(blanks.length));
}
