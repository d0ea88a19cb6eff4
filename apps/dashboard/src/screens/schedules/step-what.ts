import type { ScheduledStep } from '@burgee/contracts/http';

export const WHATS = ['on', 'off', 'onShare', 'share', 'other'] as const;
/** The kind of a step's change in the form; other: the form has no fields for it. */
export type What = (typeof WHATS)[number];

export function whatOf(patch: ScheduledStep['patch']): What {
  const fields = Object.keys(patch).toSorted().join(' ');
  if (fields === 'is_enabled') return patch.is_enabled ? 'on' : 'off';
  if (fields === 'rollout_percentage') return 'share';
  return fields === 'is_enabled rollout_percentage' && patch.is_enabled ? 'onShare' : 'other';
}
