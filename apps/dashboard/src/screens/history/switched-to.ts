import type { AuditEntryView } from '@burgee/contracts/http';

/** Whether an entry switched its flag on or off, by a toggle or an edit; undefined for all other changes. */
export function switchedTo({
  action,
  old_values,
  new_values,
}: Pick<AuditEntryView, 'action' | 'old_values' | 'new_values'>): boolean | undefined {
  if (action !== 'flag_toggle' && action !== 'flag_update') return undefined;
  const isOn = new_values?.is_enabled;
  return typeof isOn === 'boolean' && isOn !== old_values?.is_enabled ? isOn : undefined;
}
