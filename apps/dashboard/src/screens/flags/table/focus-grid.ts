/** Focuses the table's tab stop when the focused element disappears. */
export const focusGrid = () =>
  document.querySelector<HTMLElement>('[role=grid] [data-cell][tabindex="0"]')?.focus({ preventScroll: true });
