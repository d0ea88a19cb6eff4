/** Why a call failed. */
export const texts = {
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
