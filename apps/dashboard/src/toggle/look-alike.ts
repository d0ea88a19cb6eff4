/**
 * Each ASCII character, and all single ones that look like it: Unicode's list of confusables (UTS 39), without what NFKC
 * makes equal. The whole list has 6,000 characters and is several times as long as this page's code.
 */
const ALIKE = new Map(
  (
    '!ǃⵑ &ꝸ ' +
    "'`\u02B9\u02BB\u02BC\u02BD\u02BE\u02C8\u02CA\u02CB˴՚՝\u05D9\u05F3\u07F4\u07F5ᑊᛌ‘’‛′‵ꞌ\u{16F51}\u{16F52} " +
    '(❨❲〔﴾ )❩❳〕﴿ *\u066D⁎∗𐌟 +᛭➕𐊛 ,\u060D\u066B‚\uA4F9 -˗\u06D4‐‒–⁃−➖Ⲻ ' +
    '.\u0660۰\u0701\u0702\uA4F8꘎\u{10A50}\u{1D16D} /᜵⁁⁄∕╱⟋⧸Ⳇ\u3033ノ㇓丿𝈺 2ƧϨᒿꙄꛯꝚ 3ƷȜЗӠⳌꝪꞫ𑣊𖼻𝈆 4Ꮞ𑢯 5Ƽ𑢻 6бᏮⳒ𑣕 ' +
    '7𐓒𑣆𝈒 8Ȣȣ৪੪\u0B03𐌚\u{1E8CB} 9৭੧୨൭ⳊꝮ𑢬𑣌𑣖 :\u02D0˸։\u05C3\u0703\u0704\u0903\u0A83᛬᠃᠉⁚∶\uA4FD꞉ <˂ᐸᚲ‹❮𝈶 ' +
    '=᐀⹀゠꓿ >˃ᐳ›❯𖼿𝈷 ?ɁʔॽᎮꛫ AΑАᎪᗅꓮ𐊠𖽀 BΒВᏴᗷꓐꞴ𐊂𐊡𐌁 CСᏟⲤꓚ𐊢𐌂𐐕𐔜𑣩𑣲🝌 DᎠᗞᗪꓓ EΕЕᎬ⋿ⴹꓰ𐊆𑢦𑢮 FϜᖴꓝꞘ𐊇𐊥𐔥𑢢𑣂𝈓 GԌᏀᏳꓖ HΗНᎻᕼⲎꓧ𐋏 ' +
    'JͿЈᎫᒍꓙꞲ KΚКᏦᛕⲔꓗ𐔘 LᏞᒪⳐꓡ𐐛𐔦𑢣𑢲𖼖𝈪 MΜϺМᎷᗰᛖⲘꓟ𐊰𐌑 NΝⲚꓠ𐔓 O0ΟОՕ\u07C0০ଠ୦ዐⲞⵔ〇ꓳ𐊒𐊫𐐄𐓂𐔖𑓐𑢵𑣠 PΡРᏢᑭⲢꓑ𐊕 Qⵕ RƦᎡᏒᖇꓣ𐒴𖼵𝈖 ' +
    'SЅՏᏕᏚꓢ𐊖𐐠𖼺 TΤТᎢ⊤⟙Ⲧꓔ𐊗𐊱𐌕𑢼𖼊🝨 UՍሀᑌ∪⋃ꓴ𐓎𑢸𖽂 VѴ\u0667۷Ꮩᐯⴸꓦꛟ𐔝𑢠𖼈𝈍 WԜᎳᏔꓪ𑣦𑣯 XΧХ᙭ᚷ╳ⲬⵝꓫꞳ𐊐𐊴𐌗𐌢𐔧𑣬 YΥУҮᎩᎽⲨꓬ𐊲𑢤𖽃 ZΖᏃꓜ𐋵𑢩𑣥 ' +
    '\\∖⟍⧵⧹㇔丶𝈏𝈻 ^˄\u02C6 _\u07FA aɑαа⍺ bƄЬᏏᑲᖯ cсᴄⲥꮯ𐐽 dԁᏧᑯꓒ eеҽ℮ꬲ fքẝꞙꬵ gƍɡցᶃ hһհᏂ iıɩɪιіӏᎥ⍳ꙇꭵ𑣃 jϳј ' +
    'l1I|ƖǀΙІӀ\u05C0\u05D5\u05DF\u0627\u0661۱\u07CAᛁ∣⏽Ⲓⵏꓲ𐊊𐌉𐌠𖼨\u{1E8C7} nոռ ' +
    'oοσоօ\u05E1\u0647\u0665\u06BE\u06C1\u06D5۵०੦૦௦\u0C02౦\u0C82೦\u0D02ഠ൦\u0D82๐໐ဝ၀ჿᴏᴑⲟꬽ𐐬𐓪𑣈𑣗 pρр⍴ⲣ qԛգզ ' +
    'rгᴦⲅꭇꭈꮁ sƽѕꜱꮪ𐑈𑣁 uʋυսᴜꞟꭎꭒ𐓶𑣘 vνѵ\u05D8ᴠ∨⋁ꮩ𑜆𑣀 wɯѡԝաᴡꮃ𑜊𑜎𑜏 x×хᕁᕽ᙮⤫⤬⨯ yɣʏγуүყᶌỿꭚ𑣜 zᴢꮓ𑣄 {❴𝄔 }❵ ~⁓∼'
  )
    .split(' ')
    .flatMap((group) => {
      const [letter = '', ...others] = group;
      return others.map((other): [string, string] => [other, letter]);
    }),
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
