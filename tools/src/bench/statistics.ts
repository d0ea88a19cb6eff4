/** Two things measured side by side in one run, and what may be said of them: their ratio. */
export interface Measurement {
  name: string;
  ours: number;
  yardstick: number;
  ratio: number;
  unit: string;
  target?: { atLeast: number } | { atMost: number };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] =
    sorted.length % 2 ? [sorted[middle], sorted[middle]] : [sorted[middle - 1], sorted[middle]];
  return (low + high) / 2;
}

export function verdict({ ratio, target }: Measurement): string {
  if (!target) return '';
  const held = 'atLeast' in target ? ratio >= target.atLeast : ratio <= target.atMost;
  const bound = 'atLeast' in target ? `at least ${target.atLeast}` : `at most ${target.atMost}`;
  return `${held ? 'held' : 'MISSED'} (${bound})`;
}
