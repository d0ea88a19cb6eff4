/** A webhook for which something is due. */
export interface DueWebhook {
  webhook_id: string;
  /** Whose project it is of. */
  account_id: string;
  /** Its last attempt failed. */
  is_failing: boolean;
}

/** Requests of one process that are under way at the same time; `forFirst` of them are the first of an account. */
export const TURNS = { ofAll: 256, forFirst: 128, ofAccount: 8, ofWebhook: 4, ofFailing: 1 } as const;

/**
 * How long the attempts of one account may keep the threads busy, in milliseconds. An ordinary one takes some two. What it took is known
 * afterwards, so an account may overdraw, and then waits.
 */
export const PROCESSOR_TIME = { perSecond: 50, burst: 2_000 } as const;

/** How many deliveries of a webhook begin now. */
export interface Turn {
  webhook_id: string;
  count: number;
}

type UnderWay = ReadonlyMap<string, number>;

const roomOf = ({ is_failing }: DueWebhook, taken: number) => (is_failing ? TURNS.ofFailing : TURNS.ofWebhook) - taken;

export function byAccount<T extends DueWebhook>(webhooks: readonly T[]): Map<string, T[]> {
  const ofAccounts = new Map<string, T[]>();
  for (const one of webhooks) {
    const known = ofAccounts.get(one.account_id);
    if (known) known.push(one);
    else ofAccounts.set(one.account_id, [one]);
  }
  return ofAccounts;
}

/**
 * The accounts that may begin anything now. One that has all its turns under way waits, and one that has to pay back processor time;
 * while a crowd has taken its half, so does every account that has something under way.
 * @param waitOf milliseconds until an account has paid back
 */
export function withTurnsLeft(
  accounts: readonly string[],
  free: number,
  underWay: UnderWay,
  waitOf: (account: string) => number,
): string[] {
  const atMost = free > TURNS.forFirst ? TURNS.ofAccount : 1;
  return accounts.filter((account) => (underWay.get(account) ?? 0) < atMost && waitOf(account) === 0);
}

/**
 * Shares the free turns, first among the accounts that have the fewest under way. What one account has is bounded, so that its
 * slow endpoints take no turn of another's; half of all are kept for accounts that have none, so that a crowd takes no more than that.
 * An endpoint that fails is tried by one delivery at a time.
 * @param free how many turns there are
 * @param underWay how many deliveries are, by id of an account or a webhook
 */
export function shareTurns(due: readonly DueWebhook[], free: number, underWay: UnderWay): Turn[] {
  const counts = new Map(underWay);
  const of = (id: string) => counts.get(id) ?? 0;
  const ofAccounts = byAccount(due);
  const given = new Map<string, number>();
  let left = free;
  for (let level = 0; level < TURNS.ofAccount; level++)
    for (const [account, webhooks] of ofAccounts) {
      if (left <= (level > 0 ? TURNS.forFirst : 0)) break;
      if (of(account) > level) continue;
      let next: DueWebhook | undefined;
      for (const one of webhooks) {
        const taken = of(one.webhook_id);
        if (roomOf(one, taken) > 0 && (!next || taken < of(next.webhook_id))) next = one;
      }
      if (!next) continue;
      for (const id of [account, next.webhook_id]) counts.set(id, of(id) + 1);
      given.set(next.webhook_id, (given.get(next.webhook_id) ?? 0) + 1);
      left--;
    }
  return [...given].map(([webhook_id, count]) => ({ webhook_id, count }));
}

/** Those that got no turn, and would have taken one. */
export function withoutTurn(due: readonly DueWebhook[], turns: readonly Turn[], underWay: UnderWay): DueWebhook[] {
  const given = new Set(turns.map(({ webhook_id }) => webhook_id));
  return due.filter((one) => !given.has(one.webhook_id) && roomOf(one, underWay.get(one.webhook_id) ?? 0) > 0);
}
