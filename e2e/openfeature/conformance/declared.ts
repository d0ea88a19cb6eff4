/**
 * The capabilities of Appendix F that neither provider declares, and why. Rows with such a tag do not count as passed: they are
 * left out, with this reason. All other tags are declared.
 */
export const NOT_DECLARED: Record<string, string> = {
  '@variants': 'Variants are Burgee’s own: on, off, targeted.',
  '@targeting':
    'A rule takes the unconditional value away: for whom it does not match, the default in the code applies.',
  '@numeric-coercion': 'JavaScript has one type for numbers, so nothing tells a request for an integer from another.',
};

/** @returns why the row is left out; undefined when it runs */
export const whyLeftOut = ({ tags }: { tags: string[] }): string | undefined =>
  tags.map((tag) => NOT_DECLARED[tag]).find((why) => why !== undefined);
