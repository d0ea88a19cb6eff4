/** Tells a person what is going on: one line a step, for steps that take longer than a moment. */
export type Report = <T>(step: string, work: () => Promise<T>) => Promise<T>;

/** No words, for tests. */
export const silently: Report = (_step, work) => work();
