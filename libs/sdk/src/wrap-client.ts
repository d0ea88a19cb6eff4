import type { BurgeeClient } from './client.js';
import { type Decisions, evaluator, evaluatorFor } from './evaluator.js';
import type { ServerClient } from './server/server-client.js';

/** The client with another evaluation in all calls; the rest is the client's own. */
export const wrapClient = (client: BurgeeClient, decisions: Decisions): ServerClient =>
  Object.assign(Object.create(client) as BurgeeClient, {
    ...evaluator(decisions, () => client.context),
    for: ((context) => evaluatorFor(decisions, context)) as ServerClient['for'],
  });
