import type { AuditEntryView } from '@burgee/contracts/http';
import { describe, expect, it } from '@jest/globals';
import { toCsv } from './export-entries.js';

const entry = { user_name: 'Ada', old_values: null, new_values: { a: 1 } } as unknown as AuditEntryView;
const lineOf = (user_name: string) =>
  toCsv([{ ...entry, user_name }])
    .split('\r\n')
    .slice(1, -1)
    .join('\r\n');

describe('the history as CSV', () => {
  it('has a line of names, and one an entry', () => {
    const [names, line, end] = toCsv([entry]).split('\r\n');
    // The mark tells a spreadsheet that it is UTF-8.
    expect(names).toMatch(/^\uFEFFcreated_at,user_name,/);
    expect(line).toContain(',Ada,');
    expect(line).toContain('"{""a"":1}"');
    expect(end).toBe('');
  });

  it.each([
    ['a "b", c', '"a ""b"", c"'],
    ['two\nlines', '"two\nlines"'],
    ['=HYPERLINK("http://evil")', `"'=HYPERLINK(""http://evil"")"`],
    ['@SUM(1)', "'@SUM(1)"],
    ['-1', "'-1"],
  ])('%j cannot leave its cell, nor be taken for a formula', (name, cell) => expect(lineOf(name)).toContain(cell));
});
