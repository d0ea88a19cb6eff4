/** Less cuts nothing off: browsers round sizes. */
const IGNORED_PIXELS = 4;

/** How far something can still be scrolled to the right, in pixels. */
export function distanceToEnd({
  scrollWidth,
  clientWidth,
  scrollLeft,
}: Pick<HTMLElement, 'scrollWidth' | 'clientWidth' | 'scrollLeft'>): number {
  const left = scrollWidth - clientWidth - scrollLeft;
  return left > IGNORED_PIXELS ? left : 0;
}
