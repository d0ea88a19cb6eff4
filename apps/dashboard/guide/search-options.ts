import type { Options } from 'minisearch';

/** A section of a page; its id is its address. */
export interface FoundSection {
  page: string;
  heading: string;
  words: string;
}

/** Alike for the build, which makes the index, and for the page, which reads it. */
export const SEARCH_OPTIONS: Options<FoundSection> = {
  fields: ['page', 'heading', 'words'],
  storeFields: ['page', 'heading', 'words'],
  searchOptions: {
    boost: { page: 4, heading: 3 },
    combineWith: 'AND',
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
  },
};
