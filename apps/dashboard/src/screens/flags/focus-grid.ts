/** Gives the focus to the cell that Tab leads to, when what had it goes away. */
export const focusGrid = () =>
  document.querySelector<HTMLElement>('[role=grid] [data-cell][tabindex="0"]')?.focus({ preventScroll: true });
