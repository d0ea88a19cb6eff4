import type { SavedView } from '@burgee/contracts/http';
import { type FlagSearch, parseFlagSearch } from '../filters/flag-search.js';

/** A search as the query of an address; a view does not contain this browser's columns. */
export const toQuery = ({ columns: _columns, ...search }: FlagSearch): string =>
  new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    ),
  ).toString();

/** The search of a saved query, without parameters that are no longer valid. */
export const fromQuery = (query: string): FlagSearch =>
  parseFlagSearch(
    Object.fromEntries([...new URLSearchParams(query)].map(([name, value]) => [name, value === 'true' || value])),
  );

/** The views with this one, which replaces a view of the same name. */
export const withView = (views: readonly SavedView[], view: SavedView): SavedView[] =>
  [...views.filter(({ name }) => name !== view.name), view].toSorted((a, b) => a.name.localeCompare(b.name));
