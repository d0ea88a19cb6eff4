import type { AuditEntryView } from '@burgee/contracts/http';
import { switchedTo } from './switched-to.js';
import { texts } from './texts.js';

const { verbs } = texts;

/** How the sentence about a flag's value begins, and how it ends if a restore switched. Its fields say the rest. */
export function describeValueChange(entry: Pick<AuditEntryView, 'action' | 'old_values' | 'new_values'>): {
  verb: string;
  also?: string;
} {
  const isOn = switchedTo(entry);
  const has = (field: string) => typeof entry.new_values?.[field] === 'string';
  if (has('reverts')) return { verb: verbs.reverted, ...(isOn !== undefined && { also: texts.whichSwitched(isOn) }) };
  if (has('schedule_id'))
    return { verb: isOn === undefined ? verbs.scheduled_update : isOn ? verbs.scheduled_on : verbs.scheduled_off };
  return { verb: isOn === undefined ? verbs.flag_update : isOn ? verbs.on : verbs.off };
}
