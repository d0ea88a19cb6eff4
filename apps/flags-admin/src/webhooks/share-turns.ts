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

/** How many deliveries of a webhook begin now. */
export interface Turn {
  webhook_id: string;
  count: number;
}

/**
 * Shares the free turns, first among the accounts that have the fewest under way. What one account has is bounded, so that its
 * slow endpoints take no turn of another's; half of all are kept for accounts that have none, so that a crowd takes no more than that.
 * An endpoint that fails is tried by one delivery at a time.
 * @param free how many turns there are
 * @param underWay how many deliveries are, by id of an account or a webhook
 */
export function shareTurns(due: readonly DueWebhook[], free: number, underWay: ReadonlyMap<string, number>): Turn[] {
  const counts = new Map(underWay);
  const of = (id: string) => counts.get(id) ?? 0;
  const roomOf = ({ webhook_id, is_failing }: DueWebhook) =>
    (is_failing ? TURNS.ofFailing : TURNS.ofWebhook) - of(webhook_id);
  const ofAccounts = new Map<string, DueWebhook[]>();
  for (const one of due) ofAccounts.set(one.account_id, [...(ofAccounts.get(one.account_id) ?? []), one]);
  const given = new Map<string, number>();
  let left = free;
  for (let level = 0; level < TURNS.ofAccount; level++)
    for (const [account, webhooks] of ofAccounts) {
      if (left <= (level > 0 ? TURNS.forFirst : 0) || of(account) > level) continue;
      const [next] = webhooks.filter((one) => roomOf(one) > 0).toSorted((a, b) => of(a.webhook_id) - of(b.webhook_id));
      if (!next) continue;
      for (const id of [account, next.webhook_id]) counts.set(id, of(id) + 1);
      given.set(next.webhook_id, (given.get(next.webhook_id) ?? 0) + 1);
      left--;
    }
  return [...given].map(([webhook_id, count]) => ({ webhook_id, count }));
}
