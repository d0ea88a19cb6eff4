/** A cell of the table. Row -1 is the head. */
export interface GridCell {
  row: number;
  column: number;
}

export interface GridSize {
  rows: number;
  columns: number;
  /** The number of rows of a page. */
  page: number;
}

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));

/** The cell that a key leads to; undefined if the table does not use the key. */
export function nextCell({ row, column }: GridCell, key: string, size: GridSize, ctrl = false): GridCell | undefined {
  const to = (rows: number, columns: number): GridCell => ({
    row: clamp(rows, -1, size.rows - 1),
    column: clamp(columns, 0, size.columns - 1),
  });
  switch (key) {
    case 'ArrowUp':
      return to(row - 1, column);
    case 'ArrowDown':
      return to(row + 1, column);
    case 'ArrowLeft':
      return to(row, column - 1);
    case 'ArrowRight':
      return to(row, column + 1);
    case 'PageUp':
      return to(Math.max(0, row - size.page), column);
    case 'PageDown':
      return to(row + size.page, column);
    case 'Home':
      return to(ctrl ? 0 : row, 0);
    case 'End':
      return to(ctrl ? size.rows - 1 : row, size.columns - 1);
  }
  return undefined;
}

export const cellName = ({ row, column }: GridCell) => `${row}:${column}`;

export function parseCell(name: string | undefined): GridCell | undefined {
  const [row, column] = (name ?? '').split(':').map(Number);
  return Number.isInteger(row) && Number.isInteger(column) ? ({ row, column } as GridCell) : undefined;
}
