import type { AuditEntryView } from '@burgee/contracts/http';
import { decodePageStart } from '@burgee/contracts/plain';
import { describe, expect, it } from '@jest/globals';
import { toEntryPage } from './entry-page.js';

const ID = '0199c2f4-5d11-7f77-93e4-2f3a4b5c6d7e';
const AT = '2026-03-01T09:30:00.125Z';

const row = (id: string, at = AT) => ({ id, created_at: at }) as AuditEntryView;

describe('a page of audit entries', () => {
  it('has no cursor on the last page', () => {
    expect(toEntryPage([row('a'), row('b')], false)).toEqual({
      entries: [
        { id: 'a', created_at: AT },
        { id: 'b', created_at: AT },
      ],
    });
    expect(toEntryPage([], false)).toEqual({ entries: [] });
  });

  it('has a cursor that starts after its last entry', () => {
    const { entries, next } = toEntryPage([row('a'), row(ID)], true);
    expect(entries.map(({ id }) => id)).toEqual(['a', ID]);
    expect(decodePageStart(next ?? '')).toEqual({ createdAt: AT, id: ID });
  });
});
