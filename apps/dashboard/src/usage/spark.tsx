import { SPARK_HEIGHT, sparkPath } from './spark-path.js';
import { inLastDay } from './spark-texts.js';
import classes from './spark.module.css';

/** The evaluations of a flag by hour: small enough for a row of many. */
export function Spark({ hours }: { hours: readonly number[] }) {
  const path = sparkPath(hours);
  if (path === undefined) return null;
  const label = inLastDay(hours.reduce((sum, count) => sum + count, 0));
  return (
    <svg viewBox={`0 0 ${hours.length} ${SPARK_HEIGHT}`} role="img" aria-label={label} className={classes.spark}>
      <title>{label}</title>
      <path d={path} />
    </svg>
  );
}
