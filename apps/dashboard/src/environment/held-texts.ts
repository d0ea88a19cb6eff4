import type { HoldReason } from '../api/change-note.js';

/** The texts for a change that an environment's rules hold up. They load with the first such change. */
export const texts = {
  unknown: 'This environment',
  titles: {
    comment_required: (names: string, areMany: boolean) => `${names} ${areMany ? 'require' : 'requires'} a comment`,
    environment_frozen: (names: string, areMany: boolean) => `${names} ${areMany ? 'are' : 'is'} frozen`,
    approval_required: (names: string, areMany: boolean) => `${names} ${areMany ? 'require' : 'requires'} approval`,
  } satisfies Record<HoldReason, unknown>,
  sentence: (title: string) => `${title}.`,
  frozen: (name: string, until: string, reason?: string) =>
    `${name} is frozen until ${until}${reason ? `: ${reason}` : ''}.`,
  whatNow: {
    comment_required: 'Add a comment to make a change there.',
    environment_frozen: 'Owners can override the freeze with a reason.',
    approval_required: 'You cannot request approval for this kind of change. Owners can override with a reason.',
  } satisfies Record<HoldReason, string>,
};
