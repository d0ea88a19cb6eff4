import type { BurgeeClient, EvaluationContext, Flag, FlagSnapshot } from '@burgee/sdk';

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

/** A bootstrap as the hooks ask it. */
export interface BootstrapFlags {
  readonly flags: ReadonlyMap<string, Flag>;
  readonly context: EvaluationContext;
}

const isFlag = (row: Flag | null | undefined): row is Flag => typeof row?.key === 'string';

/**
 * Never throws: it came over the network, and a page is more than its flags. Rows that are no flags are left out.
 * @param given plain rows are for a context without attributes, the same on the server and in the page
 * @returns undefined when there are no rows in it
 */
export function readBootstrap(given: Bootstrap | readonly Flag[] | undefined): BootstrapFlags | undefined {
  const { flags = given, context = {} } = (given ?? {}) as Partial<Bootstrap>;
  if (!Array.isArray(flags)) return undefined;
  return { flags: new Map((flags as readonly Flag[]).filter(isFlag).map((row) => [row.key, row])), context };
}
