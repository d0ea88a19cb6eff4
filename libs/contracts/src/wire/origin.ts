/** The longest name in DNS. Each gateway stores the origins that browsers may call from. */
export const HOST_CHARACTERS_AT_MOST = 253;

const SCHEME_CHARACTERS_AT_MOST = 64;
const ORIGIN_CHARACTERS_AT_MOST = SCHEME_CHARACTERS_AT_MOST + '://'.length + HOST_CHARACTERS_AT_MOST + ':65535'.length;
/** Browsers send "null" for their pages, or no page has them. */
const WITHOUT_PAGES = '(?:about|blob|data|file|filesystem|ftp|javascript|wss?):';
/** Apps have schemes of their own, such as `capacitor://localhost` and `chrome-extension://…`. */
const SCHEME = `(?!${WITHOUT_PAGES})[a-z][a-z0-9+.-]{0,${SCHEME_CHARACTERS_AT_MOST - 1}}`;
/** A host as the URL standard serializes it: lower case, without forbidden host code points; without `*`, a wildcard. */
const HOST = String.raw`[!"$&'()+,.0-9;=_${'`'}a-z{}~-]+|\[[0-9a-f:]+\]`;
const FORM = new RegExp(`^${SCHEME}://(?:${HOST})(?::[0-9]{1,5})?$`);

/** Whether the text has the form of an origin that can be registered. Other texts need no lookup. */
export function isWellFormedOrigin(text: string): boolean {
  return text.length <= ORIGIN_CHARACTERS_AT_MOST && FORM.test(text);
}
