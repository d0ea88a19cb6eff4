/** A typed or pasted tag in the form of tags: "Pay Ments!" → "pay-ments"; empty if nothing is left. */
export const tidyTag = (typed: string) =>
  typed
    .trim()
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/[^a-z0-9._:/-]/g, '')
    .replace(/^[._:/-]+/, '')
    .slice(0, 50);

/** Typed tags, tidy and in their order, without duplicates. */
export const tidyTags = (typed: readonly string[]) =>
  [...new Set(typed.map(tidyTag))].filter((tag) => tag !== '').toSorted();

interface Tagged {
  tags?: readonly string[];
}

/** The tags of all these flags, in their order. */
export const tagsOf = (flags: readonly Tagged[]) => [...new Set(flags.flatMap(({ tags }) => tags ?? []))].toSorted();
