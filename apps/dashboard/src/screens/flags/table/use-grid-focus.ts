import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { keysAreTaken } from '../../../shortcuts/keys-are-taken.js';
import { cellName, type GridCell, nextCell, parseCell } from './grid-cell.js';

const PAGE_ROWS = 15;
const LETTERS: Record<string, string> = { j: 'ArrowDown', k: 'ArrowUp' };

const cellOf = (target: EventTarget | null) =>
  parseCell((target as HTMLElement | null)?.closest<HTMLElement>('[data-cell]')?.dataset.cell);

interface Size {
  rows: number;
  columns: number;
}

const focusCell = (grid: HTMLElement | null, cell: GridCell) => {
  const element = grid?.querySelector<HTMLElement>(`[data-cell="${cellName(cell)}"]`);
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
};

/**
 * One tab stop for the whole table: the cell that last had the focus. Arrow keys and `j`, `k` move to other cells.
 * Other letters go to `onLetter`, with the row.
 * @param start the row with the initial focus; -1: none
 */
export function useGridFocus(size: Size, onLetter: (letter: string, row: number) => void, start: number) {
  const grid = useRef<HTMLDivElement>(null);
  const [last, setLast] = useState<GridCell>({ row: Math.max(0, start), column: 0 });
  const [first] = useState(start);
  useEffect(() => {
    if (first < 0) return undefined;
    // After the frame has given the focus to the new page.
    const frame = requestAnimationFrame(() => focusCell(grid.current, { row: first, column: 0 }));
    return () => cancelAnimationFrame(frame);
  }, [first]);
  const isWanted = useRef(false);
  const active: GridCell = {
    row: Math.min(last.row, size.rows - 1),
    column: Math.min(last.column, size.columns - 1),
  };
  const go = useCallback((cell: GridCell) => {
    isWanted.current = true;
    setLast({ ...cell });
  }, []);
  const now = useRef({ active, size, onLetter });
  useEffect(() => {
    now.current = { active, size, onLetter };
  });
  useEffect(() => {
    if (!isWanted.current) return;
    isWanted.current = false;
    focusCell(grid.current, last);
  }, [last]);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || keysAreTaken(event.target)) return;
      const at = now.current;
      const arrow = LETTERS[event.key];
      const inside = cellOf(event.target);
      if (!arrow) return at.onLetter(event.key, at.active.row);
      event.preventDefault();
      go(inside ? (nextCell(inside, arrow, { ...at.size, page: PAGE_ROWS }) ?? inside) : at.active);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [go]);
  const onKeyDown = (event: KeyboardEvent) => {
    const cell = cellOf(event.target);
    const to = cell && !event.altKey && nextCell(cell, event.key, { ...size, page: PAGE_ROWS }, event.ctrlKey);
    if (!to) return;
    event.preventDefault();
    go(to);
  };
  const onFocus = (event: FocusEvent) => {
    const cell = cellOf(event.target);
    if (cell && cellName(cell) !== cellName(last)) setLast(cell);
  };
  return { active, grid, handlers: { onKeyDown, onFocus } };
}
