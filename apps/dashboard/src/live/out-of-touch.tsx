import { type ConnectionState, isOutOfTouch } from './connection-state.js';
import classes from './live-badge.module.css';
import { texts } from './texts.js';

/** Says that the page may be out of date, on a line of its own, so that it moves no control. */
export function OutOfTouch({ state }: { state: ConnectionState | undefined }) {
  if (state === undefined || !isOutOfTouch(state)) return null;
  return <span className={classes.why}>{texts.states[state][1]}</span>;
}
