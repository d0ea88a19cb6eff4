import type { ScheduledStep, ScheduleStep } from '@burgee/contracts/http';
import { type What, whatOf } from './step-what.js';
import { fromLocalTime, toLocalTime } from '../past/local-time.js';

type Patch = ScheduledStep['patch'];

/** A typed step. */
export interface StepDraft {
  /** Identifies the step while it is edited. */
  id: number;
  /** The text of a local time field. */
  at: string;
  what: What;
  share: number;
  /** Fields that the form does not have stay unchanged. */
  patch: Patch;
}

let ids = 0;

export const newStep = (at: string, what: What = 'on', share = 100): StepDraft => ({
  id: ++ids,
  at,
  what,
  share,
  patch: {},
});

export const toDraft = ({ at, patch }: Pick<ScheduledStep, 'at' | 'patch'>): StepDraft => ({
  id: ++ids,
  at: toLocalTime(at),
  what: whatOf(patch),
  share: patch.rollout_percentage ?? 100,
  patch,
});

export function patchOf({ what, share, patch }: Pick<StepDraft, 'what' | 'share' | 'patch'>): Patch {
  switch (what) {
    case 'on':
      return { is_enabled: true };
    case 'off':
      return { is_enabled: false };
    case 'share':
      return { rollout_percentage: share };
    case 'onShare':
      return { is_enabled: true, rollout_percentage: share };
    default:
      return patch;
  }
}

/** The steps of a request; undefined while a time is missing, past, or not later than the one before. */
export function stepsOf(drafts: readonly StepDraft[], now: number): ScheduleStep[] | undefined {
  let before = now;
  const steps: ScheduleStep[] = [];
  for (const draft of drafts) {
    const at = fromLocalTime(draft.at);
    if (at === undefined || Date.parse(at) <= before) return undefined;
    before = Date.parse(at);
    steps.push({ at, patch: patchOf(draft) });
  }
  return steps.length > 0 ? steps : undefined;
}

/** The fault in the time of each typed step: past, or not later than the one before. Missing times have none. */
export function timeFaults(drafts: readonly Pick<StepDraft, 'at'>[], now: number): ('past' | 'order' | undefined)[] {
  let before = now;
  return drafts.map(({ at }) => {
    const time = Date.parse(fromLocalTime(at) ?? '');
    if (Number.isNaN(time)) return undefined;
    if (time <= now) return 'past';
    if (time <= before) return 'order';
    before = time;
    return undefined;
  });
}

const HOUR = 3_600_000;
export const EVERY = { hour: HOUR, sixHours: 6 * HOUR, day: 24 * HOUR, week: 168 * HOUR } as const;
export type Every = keyof typeof EVERY;
const STEPS_AT_MOST = 20;

/** "5, 25, 50, 100" as numbers; undefined when it is something else. */
export function parseShares(text: string): number[] | undefined {
  const shares = text.split(/[,\s]+/).filter((one) => one !== '');
  if (shares.length === 0 || shares.length > STEPS_AT_MOST) return undefined;
  const numbers = shares.map((one) => Number(one.replace('%', '')));
  return numbers.every((one) => Number.isInteger(one) && one >= 0 && one <= 100) ? numbers : undefined;
}

/** The steps of a gradual rollout: the first one switches the flag on. */
export function rampSteps(begin: string, shares: readonly number[], every: Every): StepDraft[] {
  const first = fromLocalTime(begin);
  if (first === undefined) return [];
  return shares.map((share, index) =>
    newStep(
      toLocalTime(new Date(Date.parse(first) + index * EVERY[every]).toISOString()),
      index === 0 ? 'onShare' : 'share',
      share,
    ),
  );
}

/** The full hour after the next, as a default. */
export function laterToday(now: number): string {
  return toLocalTime(new Date(Math.ceil(now / HOUR) * HOUR + HOUR).toISOString());
}
