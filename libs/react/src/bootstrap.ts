import type { BurgeeClient, EvaluationContext, Flag, FlagSnapshot } from '@burgee/sdk';

/** The flags that a server rendered with, and their context. Plain data, sent with the page as JSON. */
export interface Bootstrap extends FlagSnapshot {
  /** What the server evaluated for. */
  readonly context: EvaluationContext;
}

/**
 * The present flags of a server's client, for one visitor.
 * @param context default: the client's own
 */
export function bootstrapOf(client: BurgeeClient, context: EvaluationContext = client.context): Bootstrap {
  return { ...client.snapshot(), context };
}

/** A bootstrap in the form that the hooks use. */
export interface BootstrapFlags {
  readonly flags: ReadonlyMap<string, Flag>;
  readonly context: EvaluationContext;
}

const isFlag = (row: Flag | null | undefined): row is Flag => typeof row?.key === 'string';

/**
 * Never throws, because it came over the network and must not break the page. Rows that are not flags are left out.
 * @param given plain rows have an empty context, the same on the server and in the page
 * @returns undefined without rows
 */
export function readBootstrap(given: Bootstrap | readonly Flag[] | undefined): BootstrapFlags | undefined {
  const { flags = given, context = {} } = (given ?? {}) as Partial<Bootstrap>;
  if (!Array.isArray(flags)) return undefined;
  return { flags: new Map((flags as readonly Flag[]).filter(isFlag).map((row) => [row.key, row])), context };
}
