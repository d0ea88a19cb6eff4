import { formatNumber } from '../feedback/format.js';
import { dayAndTime } from '../feedback/time/time.js';
import { texts } from './texts.js';
import { busiest, type UsageBar } from './usage-bars.js';
import classes from './usage.module.css';

const WIDTH = 10;
const GAP = 1;
const HEIGHT = 100;
/** A single evaluation stays visible next to a million. */
const HEIGHT_AT_LEAST = 4;

interface Props {
  /** The title of the chart, for example "Evaluations in Production by hour". */
  label: string;
  bars: readonly UsageBar[];
}

const timeOf = ({ at }: UsageBar) => dayAndTime(new Date(at).toISOString());

/** Counts by hour or day, one bar each; in words for screen readers. */
export function Sparkline({ label, bars }: Props) {
  const most = busiest(bars);
  const count = bars.reduce((sum, bar) => sum + bar.count, 0);
  const words = most ? texts.chartOf(label, count, most.count, timeOf(most)) : texts.chartEmpty(label);
  return (
    <svg
      viewBox={`0 0 ${bars.length * WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={words}
      className={classes.chart}
    >
      {most &&
        bars.map((bar, index) => {
          if (bar.count === 0) return null;
          const height = Math.max(HEIGHT_AT_LEAST, (bar.count / most.count) * HEIGHT);
          return (
            <rect
              key={bar.at}
              x={index * WIDTH}
              y={HEIGHT - height}
              width={WIDTH - GAP}
              height={height}
              className={classes.bar}
            >
              <title>{texts.bar(formatNumber(bar.count), timeOf(bar))}</title>
            </rect>
          );
        })}
    </svg>
  );
}
