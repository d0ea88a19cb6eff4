/** The first of each, then the second of each, and so on; those of one keep their order. */
export function takeTurns<T>(rows: readonly T[], of: (row: T) => string): T[] {
  const turns = new Map<string, number>();
  const numbered = rows.map((row) => {
    const turn = turns.get(of(row)) ?? 0;
    turns.set(of(row), turn + 1);
    return { row, turn };
  });
  return numbered.toSorted((a, b) => a.turn - b.turn).map(({ row }) => row);
}
