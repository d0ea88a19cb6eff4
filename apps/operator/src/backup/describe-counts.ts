/** Nouns for the main tables' rows. */
const NAMES: Record<string, string> = {
  'auth.users': 'users',
  'flags.projects': 'projects',
  'flags.flags': 'flags',
  'flags.sdk_keys': 'SDK keys',
  'flags.client_keys': 'client keys',
  'audit.entries': 'audit entries',
};

export const COUNTED = Object.keys(NAMES);

/** Such as `2 users, 1 projects, …`. */
export function describeCounts(tables: readonly { name: string; rows: number }[]): string {
  const rowsOf = new Map(tables.map(({ name, rows }) => [name, rows]));
  return COUNTED.map((name) => `${rowsOf.get(name) ?? 0} ${NAMES[name]}`).join(', ');
}
