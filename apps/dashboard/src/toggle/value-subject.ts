/** What a toast about the value of a flag in an environment replaces: the one before about the same value. */
export const valueSubject = (flagId: string, environmentId: string) => `value ${flagId} ${environmentId}`;
