import type { TokenLimitsView } from '@burgee/contracts/http';
import type { Verb } from '@burgee/contracts/wire';
import { texts } from './texts.js';

/** Empty fields: no limit. */
export interface LimitsDraft {
  flags: string[];
  /** One at most. */
  tag: string[];
  step: string;
  /** Whether the step does not apply to switching. */
  switchesFreely: boolean;
  changes: string;
  ask: boolean;
}

export const NO_LIMITS: LimitsDraft = { flags: [], tag: [], step: '', switchesFreely: false, changes: '', ask: false };
export const FLAGS_AT_MOST = 100;
const STEP_AT_MOST = 100;
const CHANGES_AT_MOST = 1_000_000;

/** The typed number; undefined where it is not a whole number in this range. */
export function wholeNumber(typed: string, least: number, most: number): number | undefined {
  const count = /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  return count >= least && count <= most ? count : undefined;
}

export const stepOf = ({ step }: Pick<LimitsDraft, 'step'>) => wholeNumber(step, 0, STEP_AT_MOST);
const changesOf = ({ changes }: LimitsDraft) => wholeNumber(changes, 0, CHANGES_AT_MOST);

const isLimited = ({ flags, tag, step, changes }: LimitsDraft) =>
  flags.length > 0 || tag.length > 0 || step.trim() !== '' || changes.trim() !== '';

/** What is wrong, by the path of the field. */
export function limitsFaults(limits: LimitsDraft): Record<string, string> {
  const { step, changes, ask } = limits;
  return {
    ...(step.trim() !== '' && stepOf(limits) === undefined && { 'limits.step': texts.wholeNumber(0, STEP_AT_MOST) }),
    ...(changes.trim() !== '' &&
      changesOf(limits) === undefined && { 'limits.changes': texts.wholeNumber(0, CHANGES_AT_MOST) }),
    ...(ask && !isLimited(limits) && { 'limits.ask': texts.limits.askMissing }),
  };
}

/** Null where nothing is limited. */
export function limitsOf(limits: LimitsDraft, verbs: readonly Verb[]): TokenLimitsView | null {
  if (!isLimited(limits)) return null;
  const step = stepOf(limits) ?? null;
  return {
    flags: limits.flags.length > 0 ? limits.flags : null,
    tag: limits.tag[0] ?? null,
    step,
    without_step: step !== null && limits.switchesFreely && verbs.includes('switch') ? ['switch'] : [],
    changes: changesOf(limits) ?? null,
    ask: limits.ask,
  };
}
