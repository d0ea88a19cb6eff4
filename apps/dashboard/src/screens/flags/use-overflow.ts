import { type RefObject, useEffect, useState } from 'react';

/** Whether a table is wider than what it scrolls in. */
export function useOverflow(scroller: RefObject<HTMLElement | null>, columns: number): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setOverflows(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, columns]);
  return overflows;
}
