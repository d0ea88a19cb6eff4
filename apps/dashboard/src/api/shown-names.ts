import { UNSEEN } from '@burgee/contracts/plain';

/**
 * Whether names in this JSON may have characters that are not seen. Few have, so few pages load the code for them. Icons
 * of environments have the selector of colored emoji.
 */
const MAY_HIDE = new RegExp(
  String.raw`(?! |(?<=\p{Emoji})\uFE0F)${UNSEEN.source}|\\[bfnrtu]|name":"(?: |[^"]* ")`,
  'u',
);

const mark = async <T>(parsed: T) => (await import('./escape-names.js')).escapeNames(parsed) as T;

/** An answer or event with the names in it as people may see them. @param text its JSON */
export const shownNames = async <T>(text: string, parsed: T): Promise<T> =>
  MAY_HIDE.test(text) ? mark(parsed) : parsed;
