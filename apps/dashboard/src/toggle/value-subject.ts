/** The subject of toasts about the value of a flag in an environment: a new one replaces the last. */
export const valueSubject = (flagId: string, environmentId: string) => `value ${flagId} ${environmentId}`;
