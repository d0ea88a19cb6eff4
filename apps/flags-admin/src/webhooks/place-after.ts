import { START } from '../unit-of-work/start.js';

/**
 * Where the next look goes on, so that each is looked at in its turn, however many there are: while some were left without a turn,
 * after the last one that got one; otherwise after the last that was seen, or at the start again where that was the end.
 * @param seen ids in their order
 * @param atMost how many are seen at once
 * @param before where this look began
 */
export function placeAfter(
  seen: readonly string[],
  { given, without }: Record<'given' | 'without', ReadonlySet<string>>,
  atMost: number,
  before: string,
): string {
  if (seen.some((id) => without.has(id))) return seen.findLast((id) => given.has(id)) ?? before;
  return seen.length < atMost ? START : (seen.at(-1) ?? START);
}
