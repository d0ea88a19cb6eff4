import type { EntryField } from './entry-fields.js';
import { texts } from './texts.js';

const MOST = 2;
const LONGEST = 40;

/** Isolates that are cut off end, so that they do not reach into the next field. */
const short = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ');
  if (line.length <= LONGEST) return line;
  const cut = line.slice(0, LONGEST);
  const open = cut.replaceAll(/[^\u2066\u2068]/g, '').length - cut.replaceAll(/[^\u2069]/g, '').length;
  return `${cut}…${'\u2069'.repeat(open)}`;
};

/** The changed fields in a few words; empty for created and deleted things. */
export function briefFields(fields: readonly EntryField[]): string {
  const changed = fields.filter(({ before, after }) => before !== undefined && after !== undefined);
  const parts = changed
    .slice(0, MOST)
    .map(({ field, before = '', after = '' }) => texts.brief(field, short(before), short(after)));
  return changed.length > MOST ? texts.briefMore(parts, changed.length - MOST) : parts.join(texts.briefSeparator);
}
