import { ROLES } from '@burgee/contracts/wire';
import { anAuditRecord } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { CSV_HEADER, csvLine } from '../export/csv-lines.js';
import { entryLine, peopleOfLink } from '../export/export-lines.js';
import { toStoredEntry } from '../record/to-stored-entry.js';
import { matchesWords } from './match-words.js';
import { peopleIn, type PersonRow, toEntryView } from './to-entry-view.js';

const ADMINS = new Set<string>(['admin', 'owner']);
const ADDRESS = 'bo@example.com';

/** The entry as a reader with this role gets it in the list, in a search, and in both kinds of exports. */
function readBy(role: (typeof ROLES)[number], change: Parameters<typeof anAuditRecord>[0]) {
  const { content, people } = toStoredEntry(anAuditRecord(change));
  const all = new Map(
    people.map(({ person_id, name = null, email = null }) => [person_id, { person_id, name, email }]),
  );
  const only = (ids: readonly string[]): ReadonlyMap<string, PersonRow> =>
    new Map([...all].filter(([id]) => ids.includes(id)));
  const stored = JSON.parse(content);
  const link = { seq: 1, hash: 'h', content };
  const view = toEntryView(stored, only(peopleIn(stored, role)), role);
  return {
    view,
    texts: [
      JSON.stringify(view),
      entryLine(link, only(peopleOfLink(link, role)), role),
      CSV_HEADER + csvLine({ ...view, ...link }),
      matchesWords(view, ['bo@example']) ? ADDRESS : '',
    ],
  };
}

describe.each(ROLES.map((role) => [role, ADMINS.has(role)] as const))('an entry read by a %s', (role, shows) => {
  it.each(['invitation_create', 'invitation_decline', 'invitation_withdraw'] as const)(
    `of %s ${shows ? 'has' : 'lacks'} the address of the invited person, in lists, searches and exports`,
    (action) => {
      const invited = { email: ADDRESS, role: 'editor' };
      const { view, texts } = readBy(role, { action, old_values: invited, new_values: invited });
      expect(texts.map((text) => text.includes(ADDRESS))).toEqual(texts.map(() => shows));
      expect(view.new_values).toEqual({ role: 'editor', ...(shows && { email: ADDRESS }) });
    },
  );

  it('has the address of a member', () => {
    const user_id = '0199c2f4-5d11-7f77-93e4-2f3a4b5c6d7e';
    const { texts } = readBy(role, { action: 'member_add', old_values: null, new_values: { user_id, email: ADDRESS } });
    expect(texts.every((text) => text.includes(ADDRESS))).toBe(true);
  });
});

it.each([
  ['=1+1', "'=1+1"],
  ['\t=1', "'\t'=1"],
  ['ok\n=1+1;', "ok\n'=1+1;"],
  ['ok\r\n=1', "ok\r\n'=1"],
  ['ok\n \t"@c', `ok\n \t""'@c`],
  ['a; -b', "a; '-b"],
  ['a;"\uFF1Db', `a;""'\uFF1Db`],
  ['a=b - c\n\nd+e', 'a=b - c\n\nd+e'],
])('a comment is no formula in CSV, in any cell that a spreadsheet may take it for: %j', (comment, cell) =>
  expect(readBy('viewer', { comment }).texts[2]).toContain(`,"${cell}",`),
);
