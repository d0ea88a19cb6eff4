/** What a release is to be made from. */
export interface Checkout {
  /** Of package.json. */
  version: string;
  /** The tags of the commit that is checked out. */
  tags: string[];
  /** The tag that asks for the release; undefined by hand. */
  tag?: string | undefined;
  /** The lines of `git status --porcelain`. */
  changes: string[];
}

/** Why no release can be made from it; empty when one can. */
export function refusals({ version, tags, tag, changes }: Checkout): string[] {
  const reasons: string[] = [];
  if (!/^\d+\.\d+\.\d+$/.test(version))
    reasons.push(`the version ${version} is not three numbers, and npm takes others only under tags of their own`);
  if (changes.length > 0) {
    const names = changes.slice(0, 3).map((line) => line.slice(3));
    reasons.push(`${changes.length} not committed: ${names.join(', ')}${changes.length > 3 ? ' …' : ''}`);
  }
  if (tag !== undefined && tag !== `v${version}`)
    reasons.push(`the tag ${tag} is not v${version}, the version of package.json`);
  if (!tags.includes(`v${version}`)) reasons.push(`the commit has no tag v${version}, the version of package.json`);
  return reasons;
}
