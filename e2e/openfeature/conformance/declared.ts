/** The capabilities of Appendix F that both providers declare. `@caching` is reserved there: nothing asks for it yet. */
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

/** Those that neither declares, and why. Rows with such a tag do not count as passed: they are left out, with this reason. */
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
