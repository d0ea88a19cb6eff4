import type { DecisionHook } from './with-hook.js';

/**
 * A hook for exposures: it calls yours with the first decision for each flag, subject and value. A page that renders often, or
 * a server with many requests of one user, decides the same again and again.
 * @param limit how many it remembers; beyond that it forgets the oldest, which may then be reported again
 */
export function onceEach(hook: DecisionHook, limit = 10_000): DecisionHook {
  const seen = new Set<string>();
  return (decision) => {
    const { key, context, details } = decision;
    const name = JSON.stringify([key, context.targetingKey, details.variant, details.value]);
    if (seen.has(name)) return;
    for (const oldest of seen) if (seen.size >= limit) seen.delete(oldest);
    seen.add(name);
    hook(decision);
  };
}
