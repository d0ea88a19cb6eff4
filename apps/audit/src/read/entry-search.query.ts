import type { AuditEntryView } from '@burgee/contracts/http';
import { PAGE_BYTES } from '@burgee/contracts/plain';
import { Injectable } from '@nestjs/common';
import { type EntryPage, toEntryPage } from './entry-page.js';
import { type EntryFilter, EntryQuery } from './entry.query.js';
import { matchesWords, wordsOf } from './match-words.js';

/** One response reads up to this many entries. The next page continues. */
const LOOKED_AT_MOST = 2_000;
/** One response reads up to this many bytes, and at least one entry. */
const READ_AT_MOST = 1_000_000;
/** About as many as fit in a page. */
const AT_ONCE = 200;
const PAGE = 100;

const bytesOf = (entry: AuditEntryView) => Buffer.byteLength(JSON.stringify(entry));

/**
 * Searches entries for words, newest first, page by page. Words have no index, because they occur in names that can be
 * erased.
 */
@Injectable()
export class EntrySearchQuery {
  constructor(private readonly entries: EntryQuery) {}

  /** A page can have fewer entries than `limit`, or none, and still have a next page. */
  async page(filter: EntryFilter, text: string, cursor: string | undefined, limit = PAGE): Promise<EntryPage> {
    const words = wordsOf(text);
    const found: AuditEntryView[] = [];
    let [lookedAt, bytes, read] = [0, 0, 0];
    for (let next = cursor; ;) {
      const page = await this.entries.page(filter, next, AT_ONCE);
      read += page.read;
      for (const [index, entry] of page.entries.entries()) {
        if (!matchesWords(entry, words)) continue;
        found.push(entry);
        bytes += bytesOf(entry);
        if (found.length === limit || bytes > PAGE_BYTES)
          return toEntryPage(found, page.next !== undefined || index < page.entries.length - 1);
      }
      lookedAt += page.entries.length;
      next = page.next;
      const isEnough = lookedAt >= LOOKED_AT_MOST || read >= READ_AT_MOST;
      if (next === undefined || isEnough) return { entries: found, ...(next && { next }) };
    }
  }
}
