/**
 * The page of a release: the section of its version in the changelog. undefined if there is none.
 * @param files where the files that it links to are, such as `https://github.com/acme/burgee/blob/v1.2.3`; without it only the texts of
 * these links stay
 */
export function releaseNotes(changelog: string, version: string, files?: string): string | undefined {
  const section = changelog.split(/^(?=## )/m).find((one) => new RegExp(String.raw`^## ${version}(?!\S)`).test(one));
  return section
    ?.replace(/^## /, '# Burgee ')
    .replaceAll(/\[([^\]]+)\]\((?!https?:)([^)]+)\)/g, (_, text: string, file: string) =>
      files === undefined ? text : `[${text}](${files}/${file})`,
    );
}
