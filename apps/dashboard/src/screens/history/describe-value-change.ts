import type { AuditEntryView } from '@burgee/contracts/http';
import { shownState } from '../../toggle/describe-value.js';
import type { ValueState } from '../../toggle/unconditional-value.js';
import { switchedTo } from './switched-to.js';
import { texts } from './texts.js';

const { verbs } = texts;

type Values = Pick<AuditEntryView, 'action' | 'old_values' | 'new_values'>;

/** What differs beside the switch. */
function otherParts({ old_values, new_values }: Values): string[] {
  if (!old_values || !new_values) return [];
  const [before, after] = [old_values, new_values].map((values) => shownState(values as unknown as ValueState));
  const differs = (field: string) => before?.[field as never] !== after?.[field as never];
  const { parts } = texts;
  return [
    ...(differs('rollout_percentage') ? [parts.rollout] : []),
    ...(['targeting_attribute', 'targeting_value', 'targeting_return_value'].some(differs) ? [parts.rule] : []),
    ...(differs('unconditional_value') ? [parts.value] : []),
  ];
}

/** How the sentence about a flag's value begins, and how it ends if the change did two things. */
export function describeValueChange(entry: Values): { verb: string; also?: string } {
  const isOn = switchedTo(entry);
  const has = (field: string) => typeof entry.new_values?.[field] === 'string';
  if (has('reverts')) return { verb: verbs.reverted, ...(isOn !== undefined && { also: texts.whichSwitched(isOn) }) };
  const isScheduled = has('schedule_id');
  if (isOn === undefined) return { verb: isScheduled ? verbs.scheduled_update : verbs.flag_update };
  const verb = isScheduled ? (isOn ? verbs.scheduled_on : verbs.scheduled_off) : isOn ? verbs.on : verbs.off;
  const parts = otherParts(entry);
  return { verb, ...(parts.length > 0 && { also: texts.alsoChanged(parts) }) };
}
