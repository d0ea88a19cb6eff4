/** The ids with this one added, or without it. */
export function toggleOne(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Adds all visible rows from one row to another, both included. */
export function addRange(
  ids: ReadonlySet<string>,
  shown: readonly { id: string }[],
  from: string,
  to: string,
): ReadonlySet<string> {
  const [a, b] = [from, to].map((one) => shown.findIndex(({ id }) => id === one)) as [number, number];
  if (a < 0 || b < 0) return toggleOne(ids, to);
  const between = shown.slice(Math.min(a, b), Math.max(a, b) + 1);
  return new Set([...ids, ...between.map(({ id }) => id)]);
}

/** All visible rows; none if all are selected already. */
export function toggleAll(ids: ReadonlySet<string>, shown: readonly { id: string }[]): ReadonlySet<string> {
  return shown.every(({ id }) => ids.has(id)) ? new Set() : new Set(shown.map(({ id }) => id));
}
