type Scrolled = Pick<HTMLElement, 'scrollLeft' | 'clientWidth' | 'scrollWidth'>;

/** How many columns of a table are out of sight at its sides. @param fixed the width of the column that stays, in pixels */
export function hiddenColumns(
  { scrollLeft, clientWidth, scrollWidth }: Scrolled,
  fixed: number,
  count: number,
): { before: number; after: number } {
  const width = (scrollWidth - fixed) / count;
  if (width <= 0) return { before: 0, after: 0 };
  const left = scrollWidth - clientWidth - scrollLeft;
  return { before: Math.round(scrollLeft / width), after: Math.round(left / width) };
}
