import type { ScheduledStep, ScheduleStep } from '@burgee/contracts/http';
import { SCHEDULE_BYTES } from '@burgee/contracts/plain';
import { DomainError, type FieldFault, type FlagType } from '@burgee/contracts/wire';
import { decideValue } from '../flags/decide-value.js';
import type { ValueState } from '../flags/flag-row.js';

const YEARS_AHEAD = 2;
const YEAR_MILLISECONDS = 366 * 86_400_000;

/** A step that has not run. */
export const waitingStep = (at: number, patch: ScheduledStep['patch']): ScheduledStep => ({
  at: new Date(at).toISOString(),
  patch,
  outcome: null,
  done_at: null,
  late_seconds: null,
  skipped_because: null,
  entry_id: null,
});

function timeFault(at: number, before: number, now: number): string | undefined {
  if (Number.isNaN(at)) return 'is not a valid time';
  if (at <= now) return 'must be in the future';
  if (at <= before) return 'must be later than the previous step';
  if (at > now + YEARS_AHEAD * YEAR_MILLISECONDS) return `must be within ${YEARS_AHEAD} years`;
  return undefined;
}

/** The faults in the fields of a step's patch, with pointers into the body. */
export function faultsOfPatch(error: unknown, index: number): FieldFault[] {
  if (!(error instanceof DomainError)) throw error;
  const faults = error.options.errors ?? [{ pointer: '', detail: error.message }];
  return faults.map((fault) => ({ ...fault, pointer: `/steps/${index}/patch${fault.pointer}` }));
}

export function refusedSchedule(errors: FieldFault[]): DomainError {
  const summary = [...new Set(errors.map((fault) => fault.detail))].join('; ');
  return new DomainError('invalid_request', `The schedule was refused: ${summary}.`, { errors });
}

interface FlagAtStep {
  /** By the clock of the database. */
  now: Date;
  value: ValueState;
  type: FlagType;
}

/**
 * The steps to store. Each is validated against the value after the steps before it, so that a step that would be
 * refused later is refused now, unless the value changes.
 * @throws invalid_request, with every invalid step
 */
export function decideSteps(steps: readonly ScheduleStep[], { now, value, type }: FlagAtStep): ScheduledStep[] {
  const errors: FieldFault[] = [];
  let before = now.getTime();
  let current = value;
  const decided = steps.map(({ at, patch }, index) => {
    const pointer = `/steps/${index}`;
    const time = Date.parse(at);
    const detail = timeFault(time, before, now.getTime());
    if (detail) errors.push({ pointer: `${pointer}/at`, detail: `at ${detail}` });
    else before = time;
    const fields = Object.entries(patch).filter(([, field]) => field !== undefined);
    if (fields.length === 0)
      errors.push({ pointer: `${pointer}/patch`, detail: 'patch must change at least one field' });
    try {
      current = decideValue(current, patch, type) ?? current;
    } catch (error) {
      errors.push(...faultsOfPatch(error, index));
    }
    return waitingStep(detail ? 0 : time, Object.fromEntries(fields));
  });
  if (Buffer.byteLength(JSON.stringify(decided.map(({ patch }) => patch))) > SCHEDULE_BYTES)
    errors.push({
      pointer: '/steps',
      detail: `steps must be at most ${SCHEDULE_BYTES.toLocaleString('en')} bytes of JSON`,
    });
  if (errors.length === 0) return decided;
  throw refusedSchedule(errors);
}
