import type { Problem } from '@burgee/contracts/wire';

/** Why a call failed. */
export const texts = {
  /** In place of details that speak of the API. */
  refusals: {
    approval_required: 'The environment requires approval by others, so nothing was changed.',
    comment_required: 'The environment requires a comment, so nothing was changed.',
    environment_frozen: 'The environment is frozen, so nothing was changed.',
    value_changed: 'It was changed since you loaded it, so nothing was changed. Check what it is now and try again.',
  } as Partial<Record<Problem['code'], string>>,
  noAnswer: 'Burgee did not answer.',
  noAnswerRetry: 'Burgee did not answer. Check your connection and try again.',
  foreign: (status: number) =>
    `The response (${status}) is not from Burgee. A proxy between your browser and Burgee may be the cause.`,
  updated: 'Burgee has been updated. Reload this page to continue.',
  offline: 'You are offline. Nothing was sent.',
  wasNot: 'was not',
  mayNot: 'may not have been',
  maybeChanged: 'The change may have been made anyway',
  look: 'Check whether it was made before you try again.',
  faster: (name: string) => `${name} changed it first`,
  changedMeanwhile: 'it was changed in the meantime',
};
