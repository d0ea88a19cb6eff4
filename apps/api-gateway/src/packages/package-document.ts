/** A package as the build leaves it, in `index.json`. */
export interface PackedPackage {
  manifest: { name: string; version: string; description?: string; license?: string };
  /** The tarball's name. */
  file: string;
  dist: { integrity: string; shasum: string; fileCount: number; unpackedSize: number };
}

/** Below the address of the registry, as npm's own has it. */
export const tarballPath = ({ name, version }: PackedPackage['manifest']): string =>
  `${name}/-/${name.slice(name.indexOf('/') + 1)}-${version}.tgz`;

/** The members of a version that npm needs to install it. */
const TO_INSTALL = new Set([
  'name',
  'version',
  'bin',
  'engines',
  'dependencies',
  'peerDependencies',
  'peerDependenciesMeta',
]);

/**
 * What a registry with one version of a package answers about it.
 * @param registry its address, with a slash at the end
 * @param isAbbreviated as in `application/vnd.npm.install-v1+json`
 */
export function packageDocument(
  { manifest, dist }: PackedPackage,
  registry: string,
  isAbbreviated: boolean,
): Record<string, unknown> {
  const { name, version, description, license } = manifest;
  const members = Object.entries(manifest).filter(([member]) => !isAbbreviated || TO_INSTALL.has(member));
  return {
    name,
    ...(!isAbbreviated && { _id: name, description, license }),
    'dist-tags': { latest: version },
    versions: {
      [version]: {
        ...Object.fromEntries(members),
        ...(!isAbbreviated && { _id: `${name}@${version}` }),
        dist: { ...dist, tarball: registry + tarballPath(manifest) },
      },
    },
  };
}
