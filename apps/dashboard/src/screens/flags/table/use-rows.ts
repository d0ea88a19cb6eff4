import { defaultRangeExtractor, type Range, useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, startTransition, useEffect, useLayoutEffect, useState } from 'react';

const ROW_PIXELS = 40;
const HEAD_PIXELS = 32;
const CARD_PIXELS = 49;
/** The first rows render a few at a time, so that a slow phone stays usable. */
const AT_ONCE = 6;
/** More than a window has. */
const ROWS_AT_MOST = 60;

interface Options {
  /** A phone shows rows that open, which scroll with the page. */
  isNarrow: boolean;
  count: number;
  /** A row that is always rendered, because it holds the focus. */
  kept: number;
  keyOf: (index: number) => string | number;
  scroller: RefObject<HTMLDivElement | null>;
  body: RefObject<HTMLDivElement | null>;
}

/** The rendered rows, and their positions. */
export function useRows({ isNarrow, count, kept, keyOf, scroller, body }: Options) {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (isNarrow && body.current) setTop(body.current.getBoundingClientRect().top + window.scrollY);
  }, [isNarrow, body]);
  const common = {
    count,
    getItemKey: keyOf,
    rangeExtractor: (range: Range) => {
      const shown = defaultRangeExtractor(range);
      if (kept < 0 || kept >= count || shown.includes(kept)) return shown;
      return [...shown, kept].toSorted((a, b) => a - b);
    },
  };
  // oxlint-disable-next-line react/incompatible-library -- true of the React Compiler, which is not in use
  const rows = useVirtualizer({
    ...common,
    enabled: !isNarrow,
    estimateSize: () => ROW_PIXELS,
    overscan: 8,
    scrollMargin: HEAD_PIXELS,
    getScrollElement: () => scroller.current,
    useFlushSync: false,
  });
  const cards = useWindowVirtualizer<HTMLDivElement>({
    ...common,
    enabled: isNarrow,
    estimateSize: () => CARD_PIXELS,
    overscan: 4,
    scrollMargin: top,
  });
  const shown = useInSteps(kept <= 0 ? AT_ONCE : count, count);
  return isNarrow
    ? {
        items: cards.getVirtualItems().slice(0, shown),
        height: cards.getTotalSize(),
        margin: top,
        measure: cards.measureElement,
      }
    : {
        items: rows.getVirtualItems().slice(0, shown),
        height: rows.getTotalSize(),
        margin: HEAD_PIXELS,
        measure: undefined,
      };
}

/** Grows from the first number, task by task, until a window is full. */
function useInSteps(first: number, count: number): number {
  const [shown, setShown] = useState(first);
  const isDone = shown >= Math.min(count, ROWS_AT_MOST);
  useEffect(() => {
    if (isDone) return undefined;
    const next = setTimeout(() => startTransition(() => setShown(shown + AT_ONCE)));
    return () => clearTimeout(next);
  }, [isDone, shown]);
  return isDone ? count : shown;
}
