interface Named {
  id: string;
  name: string;
  slug?: string;
}

/**
 * The one with this id; or else with this name or slug.
 * @param what they are, such as project
 * @throws when there is none, or several: names are not unique, and others give them
 */
export function findByIdOrName<T extends Named>(rows: readonly T[], asked: string, what: string): T {
  const byId = rows.find(({ id }) => id === asked);
  const [found, ...more] = byId ? [byId] : rows.filter(({ name, slug }) => [name, slug].includes(asked));
  const names = rows.map(({ name }) => name).join(', ');
  if (!found) throw new Error(`There is no ${what} ${asked}; there are: ${names || 'none'}.`);
  const ids = [found, ...more].map(({ id }) => id).join(', ');
  if (more.length > 0) throw new Error(`More than one ${what} is called ${asked}. Name one by its id: ${ids}.`);
  return found;
}
