/** Two values measured side by side in one run. Only their ratio is comparable between machines. */
export interface Measurement {
  name: string;
  ours: number;
  yardstick: number;
  ratio: number;
  /** Half of the rounds have a ratio between these two: how far to trust the ratio. */
  middleHalf?: readonly [number, number];
  unit: string;
  target?: { atLeast: number } | { atMost: number };
  /** Where each run has processes of its own: how many there were, in how many the target was held, and in how many it has to be. */
  runs?: { count: number; held: number; atLeast: number };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] =
    sorted.length % 2 ? [sorted[middle], sorted[middle]] : [sorted[middle - 1], sorted[middle]];
  return (low + high) / 2;
}

/** One round of a comparison: a value of each side, in the same unit. */
export interface Round {
  ours: number;
  yardstick: number;
}

/** The medians of both sides and of the ratios of the rounds. */
export function compare(rounds: readonly Round[], rest: Pick<Measurement, 'name' | 'unit' | 'target'>): Measurement {
  const ratios = rounds.map(({ ours, yardstick }) => ours / yardstick).toSorted((a, b) => a - b);
  const at = (share: number) => ratios[Math.round(share * (ratios.length - 1))] ?? 0;
  return {
    ...rest,
    ours: median(rounds.map(({ ours }) => ours)),
    yardstick: median(rounds.map(({ yardstick }) => yardstick)),
    ratio: median(ratios),
    ...(ratios.length >= 10 && { middleHalf: [at(0.25), at(0.75)] as const }),
  };
}

/** The same of several runs, each with processes of its own, of which so many have to hold the target. */
export function compareRuns(
  runs: readonly (readonly Round[])[],
  rest: Pick<Measurement, 'name' | 'unit'> & Required<Pick<Measurement, 'target'>>,
  atLeast: number,
): Measurement {
  const held = runs.filter((rounds) => isHeld(compare(rounds, rest).ratio, rest.target)).length;
  return { ...compare(runs.flat(), rest), runs: { count: runs.length, held, atLeast } };
}

/** Measures both sides in turns, so that a busy moment of the machine affects both. The side that goes first alternates. */
export async function takeTurns(
  count: number,
  ours: () => Promise<number>,
  yardstick: () => Promise<number>,
): Promise<Round[]> {
  const rounds: Round[] = [];
  while (rounds.length < count) {
    if (rounds.length % 2 === 0) rounds.push({ ours: await ours(), yardstick: await yardstick() });
    else {
      const second = await yardstick();
      rounds.push({ ours: await ours(), yardstick: second });
    }
  }
  return rounds;
}

function aimOf({ target }: Measurement): string {
  if (!target) return '';
  return 'atLeast' in target ? `at least ${target.atLeast}` : `at most ${target.atMost}`;
}

const isHeld = (ratio: number, target: Required<Measurement>['target']): boolean =>
  'atLeast' in target ? ratio >= target.atLeast : ratio <= target.atMost;

function outcomeOf({ ratio, target, runs }: Measurement): string {
  if (!target) return '';
  const isReached = runs ? runs.held >= runs.atLeast : isHeld(ratio, target);
  return (isReached ? 'held' : '**not reached**') + (runs ? `, ${runs.held} of ${runs.count} runs` : '');
}

function ratioText({ ratio, middleHalf }: Measurement): string {
  const range = middleHalf?.map((value) => value.toFixed(2)).join(' to ');
  return ratio.toFixed(2) + (range ? ` (${range})` : '');
}

const number = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(2));

export const COLUMNS = ['measured', 'Burgee', 'yardstick', 'ratio', 'ratio before', 'aim', ''] as const;

/** A Markdown table with `COLUMNS`. @param before the ratio of an earlier run, by the name of the measurement */
export function toTable(measurements: readonly Measurement[], before: ReadonlyMap<string, string>): string {
  const rows = measurements.map((one) => [
    one.name,
    `${number(one.ours)} ${one.unit}`,
    `${number(one.yardstick)} ${one.unit}`,
    ratioText(one),
    before.get(one.name) ?? '',
    aimOf(one),
    outcomeOf(one),
  ]);
  return [COLUMNS, COLUMNS.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
