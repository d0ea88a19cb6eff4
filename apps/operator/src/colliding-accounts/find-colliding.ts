import { emailKey } from '@burgee/contracts/wire';

export interface Account {
  id: string;
  /** As it was registered. */
  email: string;
  created_at: Date;
}

/** Accounts that are one address, the oldest of each first. */
export function findColliding<T extends Account>(accounts: readonly T[]): T[][] {
  const byKey = new Map<string, T[]>();
  for (const account of accounts) {
    const key = emailKey(account.email);
    byKey.set(key, [...(byKey.get(key) ?? []), account]);
  }
  return [...byKey.values()]
    .filter((group) => group.length > 1)
    .map((group) => group.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime()));
}
