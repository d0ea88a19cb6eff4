import type { EvaluationContext } from '@burgee/evaluation';
import type { BurgeeClient, FlagEvaluator } from '../client.js';

/** One client for all requests of a server. */
export interface ServerClient extends BurgeeClient {
  /** The same flags for another context, as they are at each call: one for each request. It costs nothing and needs no `close()`. */
  for(context: EvaluationContext): FlagEvaluator;
}
