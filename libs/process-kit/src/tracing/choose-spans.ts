const SHARES: Record<string, number> = {
  always_on: 1,
  always_off: 0,
  parentbased_always_on: 1,
  parentbased_always_off: 0,
};

/** A `traceparent` whose trace is not sampled. */
const IS_UNSAMPLED = /-[\da-f][02468ace]$/;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The sampling rate of root traces, from `OTEL_TRACES_SAMPLER` and its argument as OpenTelemetry reads them.
 * @returns from 0 to 1
 */
export function rootShare({
  OTEL_TRACES_SAMPLER: sampler = '',
  OTEL_TRACES_SAMPLER_ARG: given = '',
}: Environment): number {
  const share = Number(given);
  const isRatio = sampler === 'traceidratio' || sampler === 'parentbased_traceidratio';
  if (isRatio && given !== '' && share >= 0 && share <= 1) return share;
  return SHARES[sampler] ?? 1;
}

/**
 * Chooses which work gets a span at all, where asking OpenTelemetry would cost too much.
 * @returns whether to start a span under that `traceparent`, null for a root
 */
export function chooseSpans(env: Environment): (parent: string | null) => boolean {
  const share = rootShare(env);
  const followsParent = !/^(always_|traceidratio)/.test(env.OTEL_TRACES_SAMPLER ?? '');
  return (parent) => (parent === null ? Math.random() < share : !(followsParent && IS_UNSAMPLED.test(parent)));
}
