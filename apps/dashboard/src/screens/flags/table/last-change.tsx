import { memo } from 'react';
import { ago, exactTime } from '../../../feedback/time/time.js';
import { useNow } from '../../../feedback/time/use-now.js';
import classes from './flags-table.module.css';

interface Props {
  time: string;
  by: string | undefined;
  cell: string;
  /** Whether Tab leads here. */
  isActive: boolean;
}

/** When a flag last changed, by its history or its values, and who changed it. */
export const LastChange = memo(function LastChange({ time, by, cell, isActive }: Props) {
  return (
    <div
      role="gridcell"
      className={classes.changed}
      data-cell={cell}
      tabIndex={isActive ? 0 : -1}
      title={exactTime(time)}
    >
      <time dateTime={time}>{ago(time, useNow())}</time>
      {by !== undefined && <span className={`${classes.who} ${classes.clip}`}>{by}</span>}
    </div>
  );
});
