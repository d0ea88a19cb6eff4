import type { EntryField } from './entry-fields.js';
import { texts } from './texts.js';

const MOST = 2;
const LONGEST = 40;

const short = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
};

/** The changed fields in a few words; empty for created and deleted things. */
export function briefFields(fields: readonly EntryField[]): string {
  const changed = fields.filter(({ before, after }) => before !== undefined && after !== undefined);
  const parts = changed
    .slice(0, MOST)
    .map(({ field, before = '', after = '' }) => texts.brief(field, short(before), short(after)));
  return changed.length > MOST ? texts.briefMore(parts, changed.length - MOST) : parts.join(texts.briefSeparator);
}
