export interface ChangeLimits {
  /** Changes of a project in a second. */
  perSecond: number;
  /** Changes of a project above that, at once. */
  burst: number;
}

/** What an account may still change in a project. */
export interface ChangeShare {
  left: number;
  /** When that was counted, ms. */
  at: number;
}

/** By account, of one project. */
export type ChangeShares = ReadonlyMap<string, ChangeShare>;

/** An account that has tried nothing for so long, ms, has its whole share again, and counts no more. */
const idleAfter = ({ left }: ChangeShare, { perSecond, burst }: ChangeLimits) =>
  ((burst - Math.min(0, left)) / perSecond) * 1_000;

/**
 * Takes one change from the share of an account, which all its sessions have together. Accounts that change something at the same
 * time have equal shares of the project's limits, so one that loops uses up its own share and never another's.
 * @param now ms, by a clock that only rises
 * @returns the shares from now on, and ms until the next change when this one is refused
 */
export function takeChange(
  shares: ChangeShares,
  account: string,
  now: number,
  limits: ChangeLimits,
): { shares: ChangeShares; waitMs: number } {
  const active = new Map([...shares].filter(([, share]) => now - share.at < idleAfter(share, limits)));
  const accounts = active.has(account) ? active.size : active.size + 1;
  const perMs = limits.perSecond / accounts / 1_000;
  const most = Math.max(1, limits.burst / accounts);
  const share = active.get(account) ?? { left: most, at: now };
  const left = Math.min(most, share.left + (now - share.at) * perMs);
  const waitMs = left >= 1 ? 0 : (1 - left) / perMs;
  active.set(account, { left: waitMs > 0 ? left : left - 1, at: now });
  return { shares: active, waitMs };
}

/** A change counts once for every so many bytes that it writes, begun or whole. */
const BYTES_OF_A_CHANGE = 2_000;

/** As how many more changes than one a change counts that wrote so many bytes. */
export const addedChanges = (bytes: number): number => Math.floor(bytes / BYTES_OF_A_CHANGE);

/** Takes further changes from the share of an account, which may then be below 0. */
export function spendChanges(shares: ChangeShares, account: string, changes: number): ChangeShares {
  const share = shares.get(account);
  return share ? new Map(shares).set(account, { ...share, left: share.left - changes }) : shares;
}
