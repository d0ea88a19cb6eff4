import { isDeepStrictEqual } from 'node:util';

const isSame = (a: unknown, b: unknown) => a === b || (Array.isArray(a) && isDeepStrictEqual(a, b));

/**
 * The fields in `patch` that differ from `current`, before and after.
 * @returns undefined when nothing differs, so that nothing is written
 */
export function changedFields<T extends object>(
  current: T,
  patch: Partial<T>,
): { before: Partial<T>; after: Partial<T>; next: T } | undefined {
  const given = Object.entries(patch).filter(
    ([name, value]) => value !== undefined && !isSame(current[name as keyof T], value),
  );
  if (given.length === 0) return undefined;
  const after = Object.fromEntries(given) as Partial<T>;
  const before = Object.fromEntries(given.map(([name]) => [name, current[name as keyof T]])) as Partial<T>;
  return { before, after, next: { ...current, ...after } };
}
