/** Reports progress to a person: one line per step that takes longer than a moment. */
export type Report = <T>(step: string, work: () => Promise<T>) => Promise<T>;

/** Reports nothing, for tests. */
export const silently: Report = (_step, work) => work();
