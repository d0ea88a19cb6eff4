export interface ChangeLimits {
  /** Changes of a project in a second. */
  perSecond: number;
  /** Changes of a project above that, at once. */
  burst: number;
}

/** What a session may still change in a project. */
export interface ChangeShare {
  left: number;
  /** When that was counted, ms. */
  at: number;
}

/** By session, of one project. */
export type ChangeShares = ReadonlyMap<string, ChangeShare>;

/** A session that has tried nothing for so long, ms, has its whole share again, and counts no more. */
const idleAfter = ({ left }: ChangeShare, { perSecond, burst }: ChangeLimits) =>
  ((burst - Math.min(0, left)) / perSecond) * 1_000;

/**
 * Takes one change from the share of a session. Sessions that change something at the same time have equal shares of the
 * project's limits, so one that loops uses up its own share and never another's.
 * @param now ms, by a clock that only rises
 * @returns the shares from now on, and ms until the next change when this one is refused
 */
export function takeChange(
  shares: ChangeShares,
  session: string,
  now: number,
  limits: ChangeLimits,
): { shares: ChangeShares; waitMs: number } {
  const active = new Map([...shares].filter(([, share]) => now - share.at < idleAfter(share, limits)));
  const sessions = active.has(session) ? active.size : active.size + 1;
  const perMs = limits.perSecond / sessions / 1_000;
  const most = Math.max(1, limits.burst / sessions);
  const share = active.get(session) ?? { left: most, at: now };
  const left = Math.min(most, share.left + (now - share.at) * perMs);
  const waitMs = left >= 1 ? 0 : (1 - left) / perMs;
  active.set(session, { left: waitMs > 0 ? left : left - 1, at: now });
  return { shares: active, waitMs };
}

/** A change counts once for every so many bytes that it writes, begun or whole. */
const BYTES_OF_A_CHANGE = 2_000;

/** As how many more changes than one a change counts that wrote so many bytes. */
export const addedChanges = (bytes: number): number => Math.floor(bytes / BYTES_OF_A_CHANGE);

/** Takes further changes from the share of a session, which may then be below 0. */
export function spendChanges(shares: ChangeShares, session: string, changes: number): ChangeShares {
  const share = shares.get(session);
  return share ? new Map(shares).set(session, { ...share, left: share.left - changes }) : shares;
}
