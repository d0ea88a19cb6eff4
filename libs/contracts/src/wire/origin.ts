/** As long as a name in DNS can be. What browsers may call from is kept by each gateway. */
export const HOST_CHARACTERS_AT_MOST = 253;

const ORIGIN_CHARACTERS_AT_MOST = 'https://'.length + HOST_CHARACTERS_AT_MOST + ':65535'.length;
/** What the URL standard leaves in a host once it has been serialised: lower case, and none of its forbidden characters. */
const HOST = String.raw`[!"$&'()*+,.0-9;=_${'`'}a-z{}~-]+|\[[0-9a-f:]+\]`;
const FORM = new RegExp(`^https?://(?:${HOST})(?::[0-9]{1,5})?$`);

/** Whether an environment could be registered with this origin, by its form. Of any other text nobody has to be asked. */
export function isWellFormedOrigin(text: string): boolean {
  return text.length <= ORIGIN_CHARACTERS_AT_MOST && FORM.test(text);
}
