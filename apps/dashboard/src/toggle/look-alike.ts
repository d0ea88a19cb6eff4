/**
 * The letters of Cyrillic, Greek and Armenian that look like Latin ones, from Unicode's list of confusables (UTS 39).
 * The whole list has 6,000 characters and is several times as long as this page's code.
 */
const ALIKE = new Map(
  (
    'АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT ХX ԀD аa еe ѕs іi јj оo рp сc уy хx ԁd һh ԛq ԝw ӏl ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ' +
    'ΜM ΝN ΟO ΡP ΤT ΥY ΧX αa ιi νv οo ρp υu օo ոn սu հh ցg'
  )
    .split(' ')
    .map((pair): [string, string] => [pair.charAt(0), pair.charAt(1)]),
);

/** Text that is the same for two texts that look the same. */
export const skeleton = (text: string): string =>
  [...text.normalize('NFKC')].map((letter) => ALIKE.get(letter) ?? letter).join('');

const NAMES_OF_SCRIPTS =
  'Latin Cyrillic Greek Armenian Arabic Bengali Bopomofo Cherokee Coptic Devanagari Ethiopic Georgian ' +
  'Gujarati Gurmukhi Han Hangul Hebrew Hiragana Kannada Katakana Khmer Lao Lisu Malayalam Mongolian ' +
  'Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan';
const SCRIPTS = NAMES_OF_SCRIPTS.split(' ').map((name) => ({
  name,
  has: new RegExp(`\\p{Script_Extensions=${name}}`, 'u'),
}));
/** Written together in Chinese, Japanese and Korean. */
const TOGETHER = new Set(['Latin', 'Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Hangul']);
const BETWEEN_WORDS = /[\s"'`,;:()[\]{}<>]+/u;
const ASCII = /^[\0-\x7F]*$/;

function scriptsOfWord(word: string): string[] {
  const found = new Set<string>();
  let shared: string[] | undefined;
  for (const letter of word) {
    if (!/\p{L}/u.test(letter)) continue;
    const its = SCRIPTS.filter(({ has }) => has.test(letter)).map(({ name }) => name);
    const [first] = its;
    if (first === undefined) continue;
    shared = shared?.filter((name) => its.includes(name)) ?? its;
    found.add(first);
  }
  const isOne = shared === undefined || shared.length > 0;
  return isOne || [...found].every((name) => TOGETHER.has(name)) ? [] : [...found];
}

/** The scripts of words that mix several (UTS 39, "highly restrictive"); empty where none does. */
export const mixedScripts = (text: string): string[] =>
  ASCII.test(text) ? [] : [...new Set(text.split(BETWEEN_WORDS).flatMap(scriptsOfWord))];
