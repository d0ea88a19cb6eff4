import type { ScheduledStep } from '@burgee/contracts/http';
import type { FlagType } from '@burgee/contracts/wire';
import { hasShares, type ValueState } from '../../toggle/unconditional-value.js';
import { afterPatch } from '../../toggle/value-patch.js';

/** A time, and the percentage from then on. */
export interface RampPoint {
  at: string;
  share: number;
}

const shareOf = ({ is_enabled, rollout_percentage }: Pick<ValueState, 'is_enabled' | 'rollout_percentage'>) =>
  is_enabled ? rollout_percentage : 0;

/** The percentage of a flag after each finished and waiting step. */
export function rampPoints(
  value: ValueState,
  steps: readonly Pick<ScheduledStep, 'at' | 'patch' | 'outcome'>[],
): RampPoint[] {
  // The value before finished steps is unknown; their patches say the value after them.
  let done: ValueState = { ...value, is_enabled: true };
  let waiting = value;
  return steps.flatMap(({ at, patch, outcome }) => {
    if (outcome === 'skipped') return [];
    if (outcome !== null) {
      done = afterPatch(done, patch);
      return [{ at, share: shareOf(done) }];
    }
    waiting = afterPatch(waiting, patch);
    return [{ at, share: shareOf(waiting) }];
  });
}

const SHARES = [5, 25, 50, 100];

/** The percentages that a rollout suggests: those above the present one. A flag that has no percentage begins at the first. */
export function suggestShares(value: ValueState | undefined, type: FlagType): string {
  const now = value && hasShares(value, type) ? shareOf(value) : 0;
  const above = SHARES.filter((share) => share > now);
  return (above.length > 0 ? above : SHARES).join(', ');
}

/** The percentage now, and after the first step, where that is lower. */
export function firstDrop(
  value: ValueState,
  steps: readonly Pick<ScheduledStep, 'patch'>[],
): { now: number; first: number } | undefined {
  const [now, first] = [shareOf(value), shareOf(afterPatch(value, steps[0]?.patch ?? {}))];
  return first < now ? { now, first } : undefined;
}

/** The stepped line of a chart of this size, as an SVG path. */
export function rampPath(points: readonly RampPoint[], before: number, width: number, height: number): string {
  const times = points.map(({ at }) => Date.parse(at));
  const [first = 0, last = first] = [times[0], times.at(-1)];
  // Some time before the first and after the last, so that both are visible.
  const margin = Math.max(1, (last - first) * 0.12);
  const x = (time: number) => ((time - first + margin) / (last - first + 2 * margin)) * width;
  const y = (share: number) => height - (share / 100) * height;
  const round = (value: number) => Math.round(value * 10) / 10;
  const line = points.map(({ share }, index) => `H${round(x(times[index] as number))}V${round(y(share))}`).join('');
  return `M0,${round(y(before))}${line}H${width}`;
}
