export interface BudgetLimits {
  /** What a tenant may spend in a second. */
  perSecond: number;
  /** What it may spend above that, at once. */
  burst: number;
}

/** What a tenant has left. Below 0 it has spent more than it had, and waits until it is above. */
export interface Budget {
  left: number;
  /** When that was counted, ms. */
  at: number;
}

/** The budget at a later moment. */
export function budgetAt({ left, at }: Budget, now: number, { perSecond, burst }: BudgetLimits): Budget {
  return { left: Math.min(burst, left + ((now - at) * perSecond) / 1_000), at: now };
}

/** Milliseconds until a tenant may spend again; 0 = now. What it spends is known only afterwards, so a job may overdraw. */
export const waitOf = ({ left }: Budget, { perSecond }: BudgetLimits): number =>
  left > 0 ? 0 : (-left / perSecond) * 1_000 + 1;
