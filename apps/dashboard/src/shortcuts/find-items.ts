import { go } from 'fuzzysort';
import type { PaletteItem } from './palette-item.js';

/** Listed before anything is typed. */
const AT_FIRST = 12;
const FOUND_AT_MOST = 12;
/** How much more a recent item counts. */
const RECENT_BONUS = 1.1;
/** A flag has many of them, which come after it. */
const MALUS: Partial<Record<PaletteItem['kind'], number>> = { switch: 0.95, archive: 0.9 };
/** A page whose name is being typed comes before flags with a similar key. */
const PAGE_BONUS = 1.2;

type FoundItem = Pick<PaletteItem, 'id' | 'kind' | 'label' | 'also' | 'words'>;

/** Recent items, then the others in their order; what each flag has only when the search wants it. */
function first<T extends FoundItem>(items: readonly T[], recent: readonly string[]): T[] {
  const chosen = recent.flatMap((id) => items.find((item) => item.id === id) ?? []);
  const others = items.filter((item) => !MALUS[item.kind] && !chosen.includes(item));
  return [...chosen, ...others].slice(0, AT_FIRST);
}

const isBeingTyped = ({ kind, label }: FoundItem, query: string) =>
  kind === 'page' && label.toLowerCase().startsWith(query.toLowerCase());

/** The matching items, best first: "pay kill" finds payments-kill. @param recent ids, the latest first */
export function findItems<T extends FoundItem>(items: readonly T[], typed: string, recent: readonly string[]): T[] {
  const query = typed.trim();
  if (query === '') return first(items, recent);
  const found = go(query, items, {
    keys: ['label', 'also', 'words'],
    limit: FOUND_AT_MOST,
    scoreFn: ({ score, obj }) =>
      score *
      (recent.includes(obj.id) ? RECENT_BONUS : 1) *
      (MALUS[obj.kind] ?? 1) *
      (isBeingTyped(obj, query) ? PAGE_BONUS : 1),
  });
  return found.map(({ obj }) => obj);
}
