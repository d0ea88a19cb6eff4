export interface Referring {
  name: string;
  /** Names of other tables that its foreign keys refer to. */
  refers_to: string[];
}

/** The same tables, each after the tables it refers to. @throws when references form a cycle */
export function inLoadOrder<T extends Referring>(tables: readonly T[]): T[] {
  const ordered: T[] = [];
  const placed = new Set<string>();
  while (ordered.length < tables.length) {
    const next = tables.find(
      ({ name, refers_to }) => !placed.has(name) && refers_to.every((other) => placed.has(other)),
    );
    if (!next) throw new Error('Tables refer to each other in a circle, so that no order can fill them.');
    ordered.push(next);
    placed.add(next.name);
  }
  return ordered;
}
