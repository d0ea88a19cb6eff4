import { type RefObject, useEffect, useState } from 'react';

/** Whether a table is wider than what it scrolls in, which may change with either. */
export function useOverflow(scroller: RefObject<HTMLElement | null>, table: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const [outside, inside] = [scroller.current, table.current];
    if (!outside || !inside) return undefined;
    const observer = new ResizeObserver(() => setOverflows(outside.scrollWidth > outside.clientWidth));
    observer.observe(outside);
    observer.observe(inside);
    return () => observer.disconnect();
  }, [scroller, table]);
  return overflows;
}
