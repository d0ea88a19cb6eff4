import type { AuditEntryView } from '@burgee/contracts/http';
import { PAGE_BYTES } from '@burgee/contracts/plain';
import { Injectable } from '@nestjs/common';
import { type EntryPage, toEntryPage } from './entry-page.js';
import { type EntryFilter, EntryQuery } from './entry.query.js';
import { matchesWords, wordsOf } from './match-words.js';

/** An answer is made of so many entries at most; the next one goes on. */
const LOOKED_AT_MOST = 2_000;
/** And of so much that was read, one entry at least. */
const READ_AT_MOST = 1_000_000;
/** About as many as a page of bytes has. */
const AT_ONCE = 200;
const PAGE = 100;

const bytesOf = (entry: AuditEntryView) => Buffer.byteLength(JSON.stringify(entry));

/**
 * Looks for words in entries, newest first, page after page of them. There is no index of words: they are in names that can be
 * erased.
 */
@Injectable()
export class EntrySearchQuery {
  constructor(private readonly entries: EntryQuery) {}

  /** A page may have fewer entries than asked for, or none, and a next one all the same. */
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
