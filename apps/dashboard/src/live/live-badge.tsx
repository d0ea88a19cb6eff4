import type { ConnectionState } from './connection-state.js';
import classes from './live-badge.module.css';

const LABELS: Record<ConnectionState, [label: string, why: string]> = {
  connecting: ['Connecting', 'Changes by others will show here as they happen.'],
  live: ['Live', 'Changes by others show here as they happen.'],
  lost: ['Reconnecting', 'The connection is lost. What you see may be old; we keep trying.'],
  paused: ['Paused', 'This page was hidden. It is catching up now.'],
};

/** Whether the page is up to date. A plain title, because the library's tooltip would add weight to pages without another. */
export function LiveBadge({ state }: { state: ConnectionState }) {
  const [label, why] = LABELS[state];
  return (
    <span className={classes.place}>
      <span className={classes.badge} data-state={state} role="status" title={why}>
        <span className={classes.dot} aria-hidden />
        {label}
      </span>
      <span className={state === 'lost' ? classes.why : 'visually-hidden'}>{why}</span>
    </span>
  );
}
