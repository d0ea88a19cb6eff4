/** A value next to a yardstick that is measured in the same run. Only their ratio is comparable between machines. */
export interface Measurement {
  name: string;
  ours: number;
  yardstick?: number;
  ratio?: number;
  /** Half of the rounds have a ratio between these two: how far to trust the ratio. */
  middleHalf?: readonly [number, number];
  unit: string;
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
export function compare(rounds: readonly Round[], { name, unit }: Pick<Measurement, 'name' | 'unit'>): Measurement {
  const ratios = rounds.map(({ ours, yardstick }) => ours / yardstick).toSorted((a, b) => a - b);
  const at = (share: number) => ratios[Math.round(share * (ratios.length - 1))] ?? 0;
  return {
    name,
    ours: median(rounds.map(({ ours }) => ours)),
    yardstick: median(rounds.map(({ yardstick }) => yardstick)),
    ratio: median(ratios),
    ...(ratios.length >= 10 && { middleHalf: [at(0.25), at(0.75)] as const }),
    unit,
  };
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

function ratioText({ ratio, middleHalf }: Measurement): string {
  const range = middleHalf?.map((value) => value.toFixed(2)).join(' to ');
  return `${ratio?.toFixed(2) ?? ''}${range ? ` (${range})` : ''}`;
}

const number = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(2));

const COLUMNS = ['measured', 'Burgee', 'yardstick', 'ratio'] as const;

/** A Markdown table of these measurements. */
export function toTable(measurements: readonly Measurement[]): string {
  const rows = measurements.map((one) => [
    one.name,
    `${number(one.ours)} ${one.unit}`,
    one.yardstick === undefined ? '' : `${number(one.yardstick)} ${one.unit}`,
    ratioText(one),
  ]);
  const line = (cells: readonly string[]) => `|${cells.map((cell) => (cell ? ` ${cell} |` : ' |')).join('')}`;
  return [COLUMNS, COLUMNS.map(() => '---'), ...rows].map(line).join('\n');
}
