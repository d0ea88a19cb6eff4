import { IconChevronRight } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';
import { distanceToEnd } from './distance-to-end.js';
import classes from './more-columns.module.css';

/**
 * Shows at the edge of a table that there are more columns, and scrolls to them. Its own component: the table is not drawn anew when
 * this comes or goes. For pointers alone, as keys move through the columns.
 */
export function MoreColumns({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const [edge, setEdge] = useState<number>();
  useEffect(() => {
    const outside = scroller.current;
    if (!outside) return undefined;
    const look = () => setEdge(distanceToEnd(outside) > 0 ? outside.offsetWidth - outside.clientWidth : undefined);
    const observer = new ResizeObserver(look);
    for (const one of [outside, ...outside.children]) observer.observe(one);
    outside.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      outside.removeEventListener('scroll', look);
    };
  }, [scroller]);
  if (edge === undefined) return null;
  const showMore = () => {
    const outside = scroller.current;
    outside?.scrollBy({ left: Math.min(outside.clientWidth / 2, distanceToEnd(outside)), behavior: 'smooth' });
  };
  return (
    <div className={classes.edge} style={{ right: edge }} aria-hidden>
      <button type="button" tabIndex={-1} className={classes.more} onClick={showMore}>
        <IconChevronRight size={16} />
      </button>
    </div>
  );
}
