/** What a token may change beyond its scope. What it does within these needs nobody. */
export interface TokenLimits {
  /** The keys of the flags that it may change. Null: any. */
  flags: readonly string[] | null;
  /** It may change the flags that have this tag. Null: any. */
  tag: string | null;
  /** The largest step, in percentage points. Null: any. */
  step: number | null;
  /** The verbs to which the step does not apply. */
  without_step: readonly SteppedVerb[];
  /** How many values it may change in all. Null: any number. */
  changes: number | null;
  /** Whether what goes beyond becomes a change request. */
  ask: boolean;
}

export const STEPPED_VERBS = ['switch', 'edit'] as const;
export type SteppedVerb = (typeof STEPPED_VERBS)[number];

/** A token whose changes are limited. */
export interface LimitedToken {
  tokenId: string;
  limits: TokenLimits;
}
