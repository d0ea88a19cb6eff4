import type { ReactNode, Ref } from 'react';
import classes from './flags-table.module.css';

interface Props {
  ref: Ref<HTMLDivElement> | undefined;
  index: number;
  /** Pixels from the top of the table. */
  offset: number;
  /** Whether another user changed the flag a moment ago. */
  isRecent: boolean;
  /** Undefined: the user may select nothing. */
  isSelected: boolean | undefined;
  /** On a phone, whether its environments are shown. */
  isOpen: boolean;
  children: ReactNode;
}

/** A row at its place. Its cells render only when their own flag changes. */
export const FlagRow = ({ ref, index, offset, isRecent, isSelected, isOpen, children }: Props) => (
  <div
    ref={ref}
    role="row"
    data-index={index}
    data-recent={isRecent || undefined}
    data-open={isOpen || undefined}
    aria-selected={isSelected}
    aria-rowindex={index + 2}
    className={`${classes.row} ${classes.flag}`}
    style={{ transform: `translateY(${offset}px)` }}
  >
    {children}
  </div>
);
