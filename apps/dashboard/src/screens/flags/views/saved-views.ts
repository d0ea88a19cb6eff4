import type { SavedView } from '@burgee/contracts/http';
import { type FlagSearch, parseFlagSearch } from '../filters/flag-search.js';

/** A search as the query of an address; a view does not contain this browser's columns. */
export const toQuery = ({ columns: _columns, view: _view, ...search }: FlagSearch): string =>
  new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    ),
  ).toString();

/** The search of a saved query, without parameters that are no longer valid, and without what a view cannot contain. */
export function fromQuery(query: string): FlagSearch {
  const given = [...new URLSearchParams(query)].map(([name, value]) => [name, value === 'true' || value]);
  return { ...parseFlagSearch(Object.fromEntries(given)), columns: undefined, view: undefined };
}

/** The views with this one, which replaces a view of the same name. */
export const withView = (views: readonly SavedView[], view: SavedView): SavedView[] =>
  [...views.filter(({ name }) => name !== view.name), view].toSorted((a, b) => a.name.localeCompare(b.name));
