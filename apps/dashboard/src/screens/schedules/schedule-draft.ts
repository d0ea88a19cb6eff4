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
  /** The instant that this text was made from: an hour occurs twice when summer time ends. */
  instant?: string;
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
  instant: at,
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

/** The instant of a typed step; undefined while its text is incomplete. */
const instantOf = ({ at, instant }: Pick<StepDraft, 'at' | 'instant'>) =>
  instant !== undefined && toLocalTime(instant) === at ? instant : fromLocalTime(at);

/** The steps of a request; undefined while a time is missing, past, or not later than the one before. */
export function stepsOf(drafts: readonly StepDraft[], now: number): ScheduleStep[] | undefined {
  let before = now;
  const steps: ScheduleStep[] = [];
  for (const draft of drafts) {
    const at = instantOf(draft);
    if (at === undefined || Date.parse(at) <= before) return undefined;
    before = Date.parse(at);
    steps.push({ at, patch: patchOf(draft) });
  }
  return steps.length > 0 ? steps : undefined;
}

/** The fault in the time of each typed step: past, or not later than the one before. Missing times have none. */
export function timeFaults(
  drafts: readonly Pick<StepDraft, 'at' | 'instant'>[],
  now: number,
): ('past' | 'order' | undefined)[] {
  let before = now;
  return drafts.map((draft) => {
    const time = Date.parse(instantOf(draft) ?? '');
    if (Number.isNaN(time)) return undefined;
    if (time <= now) return 'past';
    if (time <= before) return 'order';
    before = time;
    return undefined;
  });
}

const HOUR = 3_600_000;
/** Days are calendar days: a rollout at nine goes on at nine when summer time begins or ends. */
export const EVERY = { hour: { hours: 1 }, sixHours: { hours: 6 }, day: { days: 1 }, week: { days: 7 } } as const;
export type Every = keyof typeof EVERY;
const STEPS_AT_MOST = 20;

/** "5, 25, 50, 100" as numbers; undefined when it is something else. */
export function parseShares(text: string): number[] | undefined {
  const shares = text.split(/[,\s]+/).filter((one) => one !== '');
  if (shares.length === 0 || shares.length > STEPS_AT_MOST) return undefined;
  const numbers = shares.map((one) => Number(one.replace('%', '')));
  return numbers.every((one) => Number.isInteger(one) && one >= 0 && one <= 100) ? numbers : undefined;
}

/** The instant so many intervals later, in the zone of the reader. */
function later(instant: string, every: Every, count: number): string {
  const interval: { hours?: number; days?: number } = EVERY[every];
  const time = new Date(instant);
  if (interval.days) time.setDate(time.getDate() + count * interval.days);
  return new Date(time.getTime() + count * (interval.hours ?? 0) * HOUR).toISOString();
}

/** The steps of a gradual rollout: the first one switches the flag on. */
export function rampSteps(begin: string, shares: readonly number[], every: Every): StepDraft[] {
  const first = fromLocalTime(begin);
  if (first === undefined) return [];
  return shares.map((share, index) => {
    const instant = later(first, every, index);
    return { ...newStep(toLocalTime(instant), index === 0 ? 'onShare' : 'share', share), instant };
  });
}

/** The full hour after the next, as a default. */
export function laterToday(now: number): string {
  const time = new Date(now + 2 * HOUR - 1);
  // Not a multiple of an hour since 1970, which is half past in some zones.
  time.setMinutes(0, 0, 0);
  return toLocalTime(time.toISOString());
}
