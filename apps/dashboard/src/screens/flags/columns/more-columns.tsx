import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';
import { listNames } from '../../../feedback/format.js';
import { hiddenColumns } from './hidden-columns.js';
import classes from './more-columns.module.css';
import { texts } from '../texts.js';

interface Props {
  scroller: RefObject<HTMLElement | null>;
  /** The scrolling columns, in their order. */
  columns: readonly string[];
}

const NONE = { before: 0, after: 0, scrollbar: 0 };

const widthOfKeys = (outside: HTMLElement) =>
  outside.querySelector<HTMLElement>('[role=columnheader]')?.offsetWidth ?? 0;

/**
 * Says next to the column names how many are out of sight, and scrolls to them. It is a component of its own so that
 * scrolling does not redraw the table. It is for pointers only, because keys move through the columns.
 */
export function MoreColumns({ scroller, columns }: Props) {
  const [{ before, after, scrollbar }, setHidden] = useState(NONE);
  const count = columns.length;
  useEffect(() => {
    const outside = scroller.current;
    if (!outside) return undefined;
    const look = () => {
      const hidden = hiddenColumns(outside, widthOfKeys(outside), count);
      const now = { ...hidden, scrollbar: outside.offsetWidth - outside.clientWidth };
      setHidden((last) =>
        last.before === now.before && last.after === now.after && last.scrollbar === now.scrollbar ? last : now,
      );
    };
    const observer = new ResizeObserver(look);
    for (const one of [outside, ...outside.children]) observer.observe(one);
    outside.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      outside.removeEventListener('scroll', look);
    };
  }, [scroller, count]);
  if (before + after === 0) return null;
  const turn = (direction: number) => {
    const outside = scroller.current;
    outside?.scrollBy({ left: direction * (outside.clientWidth - widthOfKeys(outside)), behavior: 'smooth' });
  };
  const hidden = [...columns.slice(0, before), ...columns.slice(count - after)];
  return (
    <div aria-hidden>
      <div className={classes.more}>
        <button type="button" tabIndex={-1} disabled={before === 0} onClick={() => turn(-1)}>
          <IconChevronLeft size={16} />
        </button>
        <span title={texts.notInView(listNames(hidden))}>{texts.moreColumns(hidden.length)}</span>
        <button type="button" tabIndex={-1} disabled={after === 0} onClick={() => turn(1)}>
          <IconChevronRight size={16} />
        </button>
      </div>
      {before > 0 && <div className={`${classes.edge} ${classes.left}`} />}
      {after > 0 && <div className={`${classes.edge} ${classes.right}`} style={{ right: scrollbar }} />}
    </div>
  );
}
