import type { FeedState } from './feed-state.js';
import classes from './live-badge.module.css';

const SAYS: Record<FeedState, [label: string, why: string]> = {
  connecting: ['Connecting', 'Changes by others will show here as they happen.'],
  live: ['Live', 'Changes by others show here as they happen.'],
  lost: ['Reconnecting', 'The connection is lost. What you see may be old; we keep trying.'],
  paused: ['Paused', 'This page was not looked at. It catches up now.'],
};

/** Whether what is shown is what is. A plain title: a tooltip of the library would weigh on pages that have no other. */
export function LiveBadge({ state }: { state: FeedState }) {
  const [label, why] = SAYS[state];
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
