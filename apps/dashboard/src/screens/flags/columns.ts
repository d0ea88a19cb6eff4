import type { EnvironmentView } from '@burgee/contracts/http';

const SEPARATOR = ',';

/** The environments that are columns, in the order of the choice; all, if nothing of the choice exists. */
export function chooseColumns(all: readonly EnvironmentView[], choice: string | undefined): EnvironmentView[] {
  if (choice === undefined) return [...all];
  const chosen = choice.split(SEPARATOR).flatMap((slug) => all.find((environment) => environment.slug === slug) ?? []);
  return chosen.length > 0 ? [...new Set(chosen)] : [...all];
}

/** The choice as text for the address; undefined where it is what everybody sees. */
export function toChoice(all: readonly EnvironmentView[], columns: readonly EnvironmentView[]): string | undefined {
  const slugs = columns.map(({ slug }) => slug).join(SEPARATOR);
  return slugs === all.map(({ slug }) => slug).join(SEPARATOR) || slugs === '' ? undefined : slugs;
}

/** Whether these are the same environments in the same order. */
export const isSameOrder = (a: readonly EnvironmentView[], b: readonly EnvironmentView[]) =>
  a.length === b.length && a.every(({ id }, index) => b[index]?.id === id);

/** Hides a column, or shows it again at the end. The last one stays. */
export function toggleColumn(columns: readonly EnvironmentView[], environment: EnvironmentView): EnvironmentView[] {
  const others = columns.filter(({ id }) => id !== environment.id);
  if (others.length === columns.length) return [...columns, environment];
  return others.length > 0 ? others : [...columns];
}

/** Moves a column one place to the left (-1) or to the right (1). */
export function moveColumn(
  columns: readonly EnvironmentView[],
  { id }: EnvironmentView,
  by: -1 | 1,
): EnvironmentView[] {
  const from = columns.findIndex((column) => column.id === id);
  const moved = columns[from];
  const to = from + by;
  if (!moved || to < 0 || to >= columns.length) return [...columns];
  const others = columns.toSpliced(from, 1);
  return others.toSpliced(to, 0, moved);
}
