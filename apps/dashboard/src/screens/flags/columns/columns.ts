import type { EnvironmentView } from '@burgee/contracts/http';

const SEPARATOR = ',';

/** The environments in the order of the choice; all of them if none of the chosen ones exists. */
export function chooseColumns(all: readonly EnvironmentView[], choice: string | undefined): EnvironmentView[] {
  if (choice === undefined) return [...all];
  const chosen = choice.split(SEPARATOR).flatMap((slug) => all.find((environment) => environment.slug === slug) ?? []);
  return chosen.length > 0 ? [...new Set(chosen)] : [...all];
}

/** The choice as text for the address; undefined for the default. */
export function toChoice(all: readonly EnvironmentView[], columns: readonly EnvironmentView[]): string | undefined {
  const slugs = columns.map(({ slug }) => slug).join(SEPARATOR);
  return slugs === all.map(({ slug }) => slug).join(SEPARATOR) || slugs === '' ? undefined : slugs;
}

/** For a table that has no room for all: what is protected matters most. */
export const protectedFirst = (columns: readonly EnvironmentView[]): EnvironmentView[] =>
  columns.toSorted((a, b) => Number(b.protected) - Number(a.protected));

/** Hides a column, or shows it again at the end. The last visible one stays. */
export function toggleColumn(columns: readonly EnvironmentView[], environment: EnvironmentView): EnvironmentView[] {
  const others = columns.filter(({ id }) => id !== environment.id);
  if (others.length === columns.length) return [...columns, environment];
  return others.length > 0 ? others : [...columns];
}
