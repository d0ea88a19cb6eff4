/** The longest name in DNS. Each gateway stores the origins that browsers may call from. */
export const HOST_CHARACTERS_AT_MOST = 253;

const ORIGIN_CHARACTERS_AT_MOST = 'https://'.length + HOST_CHARACTERS_AT_MOST + ':65535'.length;
/** A host as the URL standard serializes it: lower case, without forbidden host code points. */
const HOST = String.raw`[!"$&'()*+,.0-9;=_${'`'}a-z{}~-]+|\[[0-9a-f:]+\]`;
const FORM = new RegExp(`^https?://(?:${HOST})(?::[0-9]{1,5})?$`);

/** Whether the text has the form of an origin that can be registered. Other texts need no lookup. */
export function isWellFormedOrigin(text: string): boolean {
  return text.length <= ORIGIN_CHARACTERS_AT_MOST && FORM.test(text);
}
