export const SPARK_HEIGHT = 8;
/** A single evaluation stays visible next to a million. */
const HEIGHT_AT_LEAST = 1;
const BAR_WIDTH = 0.8;

/** A bar for each count as one path, for a table that shows hundreds; undefined without evaluations. */
export function sparkPath(counts: readonly number[]): string | undefined {
  const most = counts.reduce((a, b) => Math.max(a, b), 0);
  if (most === 0) return undefined;
  return counts
    .map((count, at) => {
      if (count === 0) return '';
      const height = Math.max(HEIGHT_AT_LEAST, Math.round((count / most) * SPARK_HEIGHT * 10) / 10);
      return `M${at} ${SPARK_HEIGHT}v-${height}h${BAR_WIDTH}v${height}z`;
    })
    .join('');
}
