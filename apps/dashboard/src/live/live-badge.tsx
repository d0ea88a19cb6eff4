import { type ConnectionState, isOutOfTouch } from './connection-state.js';
import classes from './live-badge.module.css';
import { texts } from './texts.js';

/** Whether the page is up to date. A plain title, because the library's tooltip would add weight to other pages. */
export function LiveBadge({ state }: { state: ConnectionState }) {
  const [label, why] = texts.states[state];
  return (
    <span className={classes.place}>
      <span className={classes.badge} data-state={state} role="status" title={why}>
        <span className={classes.dot} aria-hidden />
        {label}
      </span>
      {!isOutOfTouch(state) && <span className="visually-hidden">{why}</span>}
    </span>
  );
}
