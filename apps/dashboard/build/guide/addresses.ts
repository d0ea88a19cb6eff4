import { posix } from 'node:path';

/** Where the gateway serves the guide. */
export const GUIDE = '/guide/';

/** Pages for those who work on Burgee itself. */
const OF_CONTRIBUTORS = /^docs\/(contribute|request-paths)\//;
const OUTSIDE_OF_DOCS = /^(libs\/[\w-]+|examples)\/README\.md$/;
/** Its name, in small letters, would be that of docs/security.md. */
const POLICY = 'SECURITY.md';
/** What pages show or offer, and the guide serves next to them. */
const COPIED = /^docs\/.*\.(png|svg|json)$/;
const ABSOLUTE = /^[a-z]+:/;

/** The address of a page below /guide/, by its file in the repository; undefined for what is no page of the guide. */
export function addressOf(file: string): string | undefined {
  if (file === POLICY) return 'security-policy';
  const isPage = file.startsWith('docs/') ? file.endsWith('.md') : OUTSIDE_OF_DOCS.test(file);
  if (!isPage || OF_CONTRIBUTORS.test(file)) return undefined;
  return file.replace('docs/', '').replace(/(^|\/)README\.md$|\.md$/, '');
}

/** The address below /guide/ of a picture or another file that a page links to. */
export const addressOfCopied = (file: string): string | undefined =>
  COPIED.test(file) ? file.replace('docs/', '') : undefined;

/** The path of a page as Markdown. */
export const markdownPathOf = (address: string): string => `${GUIDE}${address || 'index'}.md`;

/** The file of the repository that a link of a page leads to; undefined for another site and for a heading of the page. */
export function targetOf(page: string, link: string): string | undefined {
  const [path = ''] = link.split('#');
  return path === '' || ABSOLUTE.test(link) ? undefined : posix.join(posix.dirname(page), path);
}

/**
 * A link of a page as a link of the guide. A file that the guide has not is a link into the repository, if its address is known; undefined
 * if not.
 */
export function resolveLink(
  page: string,
  link: string,
  { repository, asMarkdown = false }: { repository: string | undefined; asMarkdown?: boolean },
): string | undefined {
  const target = targetOf(page, link);
  if (target === undefined) return link;
  const anchor = /#.*/.exec(link)?.[0] ?? '';
  const address = addressOf(target);
  if (address !== undefined) return `${asMarkdown ? markdownPathOf(address) : `${GUIDE}${address}`}${anchor}`;
  const copied = addressOfCopied(target);
  if (copied !== undefined) return `${GUIDE}${copied}`;
  return repository && `${repository}/${target}${anchor}`;
}
