import { type RefObject, useLayoutEffect, useState } from 'react';
import { type TableFit, tableFit } from './table-fit.js';

const pixels = (length: string) => Number.parseFloat(length) || 0;

/** How much of the table fits into its scrolling element; both can change size. */
export function useTableFit(scroller: RefObject<HTMLElement | null>, table: RefObject<HTMLElement | null>): TableFit {
  const [fit, setFit] = useState<TableFit>({ columns: undefined, tags: 1 });
  // Before the first paint, so that the columns do not move.
  useLayoutEffect(() => {
    const [outside, inside] = [scroller.current, table.current];
    if (!outside || !inside) return undefined;
    const keys = inside.querySelector<HTMLElement>('[role=columnheader]');
    const look = () => {
      const width = outside.clientWidth;
      const now = tableFit({
        width,
        least: pixels(getComputedStyle(inside).minWidth),
        // Cards have no head, and are as wide as the page.
        key: keys?.offsetWidth || width,
        rem: pixels(getComputedStyle(document.documentElement).fontSize),
      });
      setFit((before) => (before.columns === now.columns && before.tags === now.tags ? before : now));
    };
    const observer = new ResizeObserver(look);
    look();
    for (const one of [outside, inside, keys]) if (one) observer.observe(one);
    return () => observer.disconnect();
  }, [scroller, table]);
  return fit;
}
