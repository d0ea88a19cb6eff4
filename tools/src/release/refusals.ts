/** What git says of the folder that a release is made from. */
export interface Checkout {
  /** Of package.json. */
  version: string;
  /** The tags of the commit that is checked out. */
  tags: string[];
  /** The lines of `git status --porcelain`. */
  changes: string[];
}

/** Why no release can be made from it; empty when one can. */
export function refusals({ version, tags, changes }: Checkout): string[] {
  const reasons: string[] = [];
  if (changes.length > 0)
    reasons.push(`${changes.length} files are changed and not committed: ${changes[0]?.slice(3)} …`);
  if (!tags.includes(`v${version}`)) reasons.push(`the commit has no tag v${version}, the version of package.json`);
  return reasons;
}
