import type { BurgeeClient, EvaluationContext, FlagSnapshot } from '@burgee/sdk';

/** What a page begins with: the flags that a server rendered with, and for whom. Plain data, to be sent along as JSON. */
export interface Bootstrap extends FlagSnapshot {
  readonly context: EvaluationContext;
}

/**
 * The flags of a server's client at this moment, for one visitor.
 * @param context by default the client's own
 */
export function bootstrapOf(client: BurgeeClient, context: EvaluationContext = client.context): Bootstrap {
  return { ...client.snapshot(), context };
}
