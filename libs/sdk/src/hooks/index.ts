/** `@burgee/sdk/hooks`: a function of yours that receives every decision, for exposures and traces. */
export { onceEach } from './once-each.js';
export { telemetryAttributes } from './telemetry-attributes.js';
export { type Decision, type DecisionHook, withHook } from './with-hook.js';
