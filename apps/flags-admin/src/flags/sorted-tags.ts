/** Tags as they are stored: sorted, each once. */
export const sortedTags = (tags: readonly string[]): string[] => [...new Set(tags)].toSorted();
