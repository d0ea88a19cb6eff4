import type { EnvironmentColor, RequestState } from '@burgee/contracts/http';
import type { HoldReason } from '../api/change-note.js';

/** How an environment is named and told apart, wherever it is shown. */
export const texts = {
  protected: 'protected',
  protectedHint: 'This environment is protected, so nothing changes before you confirm.',
  frozen: (until: string, reason?: string) => `Frozen until ${until}${reason ? `: ${reason}` : ''}`,
  waits: (state: RequestState): string => {
    if (state === 'in_review') return 'A change is waiting for approval';
    return state === 'approved' ? 'An approved change has not been applied' : 'A change request needs attention';
  },
  showRequests: 'Show change requests',
  approvals: 'requires approval',
  comments: 'requires a comment',
  cancel: 'Cancel',
  /** @param environments names, as in "Staging and Production" */
  servedIn: (environments: string) => `It is on in ${environments}, and apps there get it again at once.`,
  undo: {
    title: (environments: string) => `Undo in ${environments}?`,
    effect: (done: string) => `You undo this: ${done}.`,
    action: (environments: string) => `Undo in ${environments}`,
  },
  /** Of a change that the rules of an environment hold up. */
  held: {
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
      approval_required:
        'You cannot ask for approval of this kind of change. An owner can make it, and has to say why.',
    } satisfies Record<HoldReason, string>,
  },
  color: 'Color',
  automatic: 'Automatic',
  colors: {
    green: 'Green',
    blue: 'Blue',
    orange: 'Orange',
    violet: 'Violet',
    cyan: 'Cyan',
    pink: 'Pink',
    red: 'Red',
    yellow: 'Yellow',
    teal: 'Teal',
    indigo: 'Indigo',
    lime: 'Lime',
    gray: 'Gray',
  } satisfies Record<EnvironmentColor, string>,
};
