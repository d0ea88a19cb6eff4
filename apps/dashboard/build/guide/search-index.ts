import MiniSearch from 'minisearch';
import { GUIDE } from './addresses.js';
import type { Guide } from './read-guide.js';
import { type FoundSection, SEARCH_OPTIONS } from '../../guide/search-options.js';

/** Decisions are for those who work on Burgee: pages link to them, and the search does not find them. */
const DECISIONS = 'adr';

/** The index that the search of the guide loads: a row a section. */
export function buildSearchIndex({ pages }: Guide): string {
  const rows = [...pages.values()]
    .filter(({ address }) => address !== '' && address.split('/')[0] !== DECISIONS)
    .flatMap(({ address, title, sections }) =>
      sections.map((section): FoundSection & { id: string } => {
        const path = `${GUIDE}${address}${section.level === 1 ? '' : `#${section.id}`}`;
        return {
          id: path,
          page: title,
          heading: section.level === 1 ? '' : section.title,
          words: section.words.trim(),
        };
      }),
    );
  const index = new MiniSearch<FoundSection>(SEARCH_OPTIONS);
  index.addAll(rows);
  return JSON.stringify(index);
}
