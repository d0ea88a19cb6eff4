/** The capabilities of Appendix F that both providers declare. `@caching` is reserved there: no row tests it yet. */
export const DECLARED = [
  '@configuration-change',
  '@disabled-flags',
  '@events',
  '@fully-typed-values',
  '@large-integers',
  '@lifecycle',
  '@object',
  '@reinitialization',
  '@stale',
  '@standard-reasons',
  '@string-typing',
  '@unavailable',
];

/**
 * The tags that neither provider declares, and why. The report skips rows with such a tag, with this reason; they do
 * not count as passed.
 */
export const NOT_DECLARED: Record<string, string> = {
  '@variants': 'Variants are Burgee’s own: on, off, targeted.',
  '@targeting': 'With a rule, everyone it does not match gets the code’s default.',
  '@numeric-coercion': 'JavaScript has one number type.',
};

/** @returns why the row is left out; undefined when it runs */
export const whyLeftOut = ({ tags }: { tags: string[] }): string | undefined =>
  tags
    .filter((tag) => !DECLARED.includes(tag))
    .map((tag) => NOT_DECLARED[tag] ?? `${tag} is newer than what the providers declare.`)[0];
