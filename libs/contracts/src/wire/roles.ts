/** Member roles, weakest first: viewer reads; editor changes flags; admin environments, keys, members; owner deletes. */
export const ROLES = ['viewer', 'editor', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** Whether `role` may do what `needed` may do. */
export function roleAtLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
