import type { EnvironmentColor, RequestState } from '@burgee/contracts/http';

/** The texts about an environment, wherever it is shown. */
export const texts = {
  viewerOfProject: 'You are a viewer of the project.',
  viewerIn: (environment: string) => `You are a viewer in ${environment}.`,
  viewerName: (environment: string) => `${environment} (you are a viewer)`,
  protectedName: (environment: string) => `${environment} (protected)`,
  protected: 'protected',
  protectedHint: 'This environment is protected. Confirm the change to apply it.',
  frozen: (until: string, reason?: string) => `Frozen until ${until}${reason ? `: ${reason}` : ''}`,
  waits: (state: RequestState): string => {
    if (state === 'in_review') return 'A change is waiting for approval';
    return state === 'approved' ? 'An approved change is not applied yet' : 'A change request needs attention';
  },
  showRequests: 'Show change requests',
  notServed: 'Not served yet',
  notServedHint: "Not served yet: your code's default applies until a change.",
  approvals: 'requires approval',
  comments: 'requires a comment',
  /** @param environments names, as in "Staging and Production" */
  servedIn: (environments: string) => `It is on in ${environments}. Apps there get it again immediately.`,
  undo: {
    title: (environments: string) => `Undo in ${environments}?`,
    effect: (done: string) => `Undo: ${done}.`,
    action: (environments: string) => `Undo in ${environments}`,
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
