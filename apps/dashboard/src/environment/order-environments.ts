import type { EnvironmentView } from '@burgee/contracts/http';

/** Sorts environments in the order that an admin chose for the project. */
export const inOrder = (environments: readonly EnvironmentView[]): EnvironmentView[] =>
  environments.toSorted((a, b) => a.order - b.order);

/** A flag's rows in these environments, in their order. */
export const rowsInOrder = <Row extends { environment_id: string }>(
  rows: readonly Row[],
  environments: readonly EnvironmentView[],
): Row[] => environments.flatMap(({ id }) => rows.find(({ environment_id }) => environment_id === id) ?? []);

/** Whether these are the same environments in the same order. */
export const isSameOrder = (a: readonly EnvironmentView[], b: readonly EnvironmentView[]) =>
  a.length === b.length && a.every(({ id }, index) => b[index]?.id === id);

/** Moves an environment one place to the front (-1) or to the end (1). */
export function moveEnvironment(
  environments: readonly EnvironmentView[],
  { id }: EnvironmentView,
  by: -1 | 1,
): EnvironmentView[] {
  const from = environments.findIndex((one) => one.id === id);
  const moved = environments[from];
  const to = from + by;
  if (!moved || to < 0 || to >= environments.length) return [...environments];
  return environments.toSpliced(from, 1).toSpliced(to, 0, moved);
}
