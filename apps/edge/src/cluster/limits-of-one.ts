import type { EdgeConfig } from '../config.js';

const LIMITS = ['STREAMS_AT_MOST', 'STREAMS_PER_KEY_AT_MOST', 'STREAMS_PER_ADDRESS_AT_MOST'] as const;

type Limits = Pick<EdgeConfig, 'WORKERS' | (typeof LIMITS)[number]>;

/** Stream limits apply to the whole edge: its processes get connections in turn, so each has a share of them. */
export function limitsOfOne<C extends Limits>(config: C): C {
  const parts = LIMITS.map((name) => [name, Math.ceil(config[name] / config.WORKERS)]);
  return { ...config, ...Object.fromEntries(parts) };
}
