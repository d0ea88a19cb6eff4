import { formatNumber } from '../feedback/format.js';
import classes from './shell.module.css';
import { texts } from './texts.js';

/** A number next to a link of the navigation; nothing for 0. */
export function Count({ count, says, hasMore = false }: { count: number; says: string; hasMore?: boolean }) {
  if (count === 0) return null;
  return (
    <span role="img" className={classes.count} aria-label={says}>
      {hasMore ? texts.orMore(count) : formatNumber(count)}
    </span>
  );
}
