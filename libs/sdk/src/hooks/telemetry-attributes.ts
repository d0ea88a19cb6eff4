import type { Decision } from './with-hook.js';

/**
 * A decision as OpenTelemetry's attributes of a `feature_flag.evaluation` event. The value is left out: it may be large or private.
 * @example withHook(client, (decision) => trace.getActiveSpan()?.addEvent('feature_flag.evaluation', telemetryAttributes(decision)))
 */
export function telemetryAttributes({ key, context, details, version }: Decision): Record<string, string> {
  const { reason, variant, errorCode, errorMessage } = details;
  return {
    'feature_flag.key': key,
    'feature_flag.provider.name': 'Burgee',
    'feature_flag.result.reason': reason.toLowerCase(),
    ...(variant && { 'feature_flag.result.variant': variant }),
    ...(context.targetingKey && { 'feature_flag.context.id': String(context.targetingKey) }),
    ...(version && { 'feature_flag.version': version }),
    ...(errorCode && { 'error.type': errorCode.toLowerCase() }),
    ...(errorMessage && { 'feature_flag.error.message': errorMessage }),
  };
}
