/** Tags in stored form: sorted and unique. */
export const sortedTags = (tags: readonly string[]): string[] => [...new Set(tags)].toSorted();
