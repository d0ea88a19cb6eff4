import type { EvaluationContext, EvaluationDetails, FlagType } from '@burgee/evaluation';
import type { BurgeeClient } from '../client.js';
import type { Logger } from '../options.js';
import { quietly } from '../quietly.js';
import type { ServerClient } from '../server/server-client.js';
import { wrapClient } from '../wrap-client.js';

/** One evaluation by a client. */
export interface Decision {
  /** The key of the flag. */
  readonly key: string;
  /** The context that was evaluated. */
  readonly context: EvaluationContext;
  /** The default in the code. */
  readonly defaultValue: unknown;
  /** What the caller received. */
  readonly details: EvaluationDetails<unknown>;
  /** `<epoch>-<revision>` of the flags; '' when it is not known. */
  readonly version: string;
}

/**
 * Called after each decision, before the caller has its value: a slow hook slows the caller. Errors that it throws
 * change nothing.
 */
export type DecisionHook = (decision: Decision) => void;

/**
 * The client, with a hook that receives every decision of `bool`, `string`, `number`, `json` and `details`, also of those for
 * another context. `all()` and `snapshot()` decide nothing for anybody, so they are not reported.
 * @param logger receives the first error of the hook
 */
export function withHook(client: BurgeeClient, hook: DecisionHook, logger: Logger = console): ServerClient {
  let isReported = false;
  function report(error: unknown): void {
    if (isReported) return;
    isReported = true;
    void quietly(() => logger.warn(`[burgee] hook: ${error}`));
  }
  function decide<T>(
    key: string,
    value: T,
    type: FlagType | undefined,
    context: EvaluationContext,
  ): EvaluationDetails<T> {
    const details = client.details(key, value, type, context) as EvaluationDetails<T>;
    void quietly(() => hook({ key, context, defaultValue: value, details, version: client.version }), report);
    return details;
  }
  return wrapClient(client, { decide, all: (context) => client.all(context) });
}
