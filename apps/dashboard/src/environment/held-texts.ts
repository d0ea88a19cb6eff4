import type { HoldReason } from '../api/change-note.js';

/** What is said of a change that the rules of an environment hold up. Loads when one is. */
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
    comment_required: 'Every change there needs one.',
    environment_frozen: 'Only an owner can make changes before then, and has to say why.',
    approval_required: 'You cannot ask for approval of this kind of change. An owner can make it, and has to say why.',
  } satisfies Record<HoldReason, string>,
};
