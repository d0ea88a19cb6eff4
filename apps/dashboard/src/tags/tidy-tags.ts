/** A typed or pasted tag in the form that tags have: "Pay Ments!" → "pay-ments"; nothing if none is left. */
export const tidyTag = (typed: string) =>
  typed
    .trim()
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/[^a-z0-9._:/-]/g, '')
    .replace(/^[._:/-]+/, '')
    .slice(0, 50);

/** Typed tags, tidy, in their order and each once. */
export const tidyTags = (typed: readonly string[]) =>
  [...new Set(typed.map(tidyTag))].filter((tag) => tag !== '').toSorted();

interface Tagged {
  tags?: readonly string[];
}

/** The tags that any of these has, in their order. */
export const tagsOf = (flags: readonly Tagged[]) => [...new Set(flags.flatMap(({ tags }) => tags ?? []))].toSorted();
