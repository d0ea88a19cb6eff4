import { memo } from 'react';
import type { Ramp, SampleUser, UserState } from './ramp.js';
import classes from './evaluate-screen.module.css';
import { texts as all } from './texts.js';

const texts = all.ramp;

const COLUMNS = 50;
const CELL = 12;
const BAR = 6;
const HEIGHT = 60;

const LEGEND = Object.entries(texts.legend) as [UserState, string][];

/** One square per user, in the given order, which shows that a percentage is spread evenly. */
export const UserGrid = memo(function UserGrid({ users }: { users: readonly SampleUser[] }) {
  const rows = Math.ceil(users.length / COLUMNS);
  const shown = LEGEND.filter(([state]) => users.some((user) => user.state === state));
  return (
    <figure className={classes.figure}>
      <svg
        viewBox={`0 0 ${COLUMNS * CELL} ${rows * CELL}`}
        preserveAspectRatio="xMinYMin"
        role="img"
        aria-label={texts.grid}
        className={classes.grid}
      >
        {users.map(({ key, bucket, state }, index) => (
          <rect
            key={key}
            x={(index % COLUMNS) * CELL + 1}
            y={Math.floor(index / COLUMNS) * CELL + 1}
            width={CELL - 2}
            height={CELL - 2}
            rx={2.5}
            className={classes[state]}
          >
            <title>{texts.inBucket(key, bucket)}</title>
          </rect>
        ))}
      </svg>
      <figcaption className={classes.legend}>
        {shown.map(([state, label]) => (
          <span key={state}>
            <svg viewBox="0 0 10 10" aria-hidden>
              <rect width="10" height="10" rx="2.5" className={classes[state]} />
            </svg>
            {label}
          </span>
        ))}
      </figcaption>
    </figure>
  );
});

/** How many users are in each bucket; buckets below the percentage have the flag. */
export const Histogram = memo(function Histogram({ buckets, share }: { buckets: Ramp['buckets']; share: number }) {
  const most = Math.max(1, ...buckets.map(({ count }) => count));
  return (
    <figure className={classes.figure}>
      <svg
        viewBox={`0 0 ${100 * BAR} ${HEIGHT + 2}`}
        role="img"
        aria-label={texts.histogram(share)}
        className={classes.histogram}
      >
        {buckets.map(({ bucket, count }) => {
          const height = (count / most) * HEIGHT;
          return (
            <rect
              key={bucket}
              x={bucket * BAR + 0.5}
              y={HEIGHT - height}
              width={BAR - 1}
              height={height}
              className={bucket < share ? classes.on : classes.off}
            >
              <title>{texts.bar(bucket, count)}</title>
            </rect>
          );
        })}
        <line x1={share * BAR} x2={share * BAR} y1={0} y2={HEIGHT + 2} className={classes.edge} />
      </svg>
      <figcaption className={classes.legend}>{texts.histogramHint}</figcaption>
    </figure>
  );
});
