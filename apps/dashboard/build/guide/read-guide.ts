import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf, addressOfCopied, markdownPathOf, resolveLink, targetOf } from './addresses.js';
import { type RenderedPage, renderPage } from './render-page.js';

export interface GuidePage extends RenderedPage {
  file: string;
  address: string;
  /** The page as Markdown, with links of the guide. */
  markdown: string;
}

export interface NavigationSection {
  title: string;
  pages: GuidePage[];
}

export interface Guide {
  version: string;
  /** By their files. */
  pages: ReadonlyMap<string, GuidePage>;
  navigation: NavigationSection[];
  /** Addresses of pictures and other files that pages link to, with their files. */
  copied: ReadonlyMap<string, string>;
}

const INDEX = 'docs/README.md';
const GUIDES = 'docs/guides/README.md';
/** Of the index: its pages are for those who work on Burgee itself. */
const LEFT_OUT = '## Contribute\n';
const START = 'Start';
const FENCE = /^(```.*?^```)/ms;
const LINK = /(!?)\[((?:[^\][]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;

/** Without fenced code. */
const proseOf = (source: string) => source.split(FENCE).filter((_, index) => index % 2 === 0);

const withoutLeftOut = (file: string, source: string) =>
  file === INDEX
    ? source
        .split(/^(?=## )/m)
        .filter((part) => !part.startsWith(LEFT_OUT))
        .join('')
    : source;

/** The files that a text of a page links to. */
const targetsIn = (file: string, text: string): string[] =>
  proseOf(text)
    .flatMap((prose) => [...prose.matchAll(LINK)])
    .flatMap(([, , , link = '']) => targetOf(file, link) ?? []);

/** Where the repository shows the files of this version, by the address in package.json. */
function repositoryOf({ repository, version }: { repository?: string | { url: string }; version: string }) {
  const url = typeof repository === 'object' ? repository.url : repository;
  return url && `${url.replace(/^git\+/, '').replace(/\.git$/, '')}/blob/v${version}`;
}

/** The links of a page's Markdown as those of the guide. */
function rewriteMarkdown(file: string, source: string, repository: string | undefined): string {
  const rewrite = (prose: string) =>
    prose.replaceAll(LINK, (_, mark: string, text: string, link: string) => {
      const resolved = resolveLink(file, link, { repository, asMarkdown: true });
      return resolved === undefined ? text : `${mark}[${text}](${resolved})`;
    });
  return source
    .split(FENCE)
    .map((part, index) => (index % 2 === 0 ? rewrite(part) : part))
    .join('');
}

/** The width and height in the first bytes of a PNG. */
function sizeOfPng(file: string) {
  if (!file.endsWith('.png')) return undefined;
  const picture = readFileSync(file);
  return { width: picture.readUInt32BE(16), height: picture.readUInt32BE(20) };
}

/** The sections of the docs' own index, each with its pages. Guides that only the table of screens names follow their section's. */
function readNavigation(pages: ReadonlyMap<string, GuidePage>, sourceOf: (file: string) => string) {
  const seen = new Set([INDEX]);
  const parts = sourceOf(INDEX).split(/^## /m);
  const navigation: NavigationSection[] = [];
  for (const [index, part] of parts.entries()) {
    const title = index === 0 ? START : (part.split('\n')[0] ?? '');
    const files = targetsIn(INDEX, part).flatMap((file) =>
      file === GUIDES
        ? [GUIDES, ...targetsIn(GUIDES, sourceOf(GUIDES)).filter((guide) => guide.startsWith('docs/guides/'))]
        : [file],
    );
    const listed = files.flatMap((file) => {
      const page = pages.get(file);
      if (!page || seen.has(file)) return [];
      seen.add(file);
      return [page];
    });
    navigation.push({ title, pages: listed });
  }
  return navigation;
}

/** Reads and renders the pages of the guide: those that the docs' index links to, and those that they link to. */
export function readGuide(root: string): Guide {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const repository = repositoryOf(manifest);
  const sourceOf = (file: string) => withoutLeftOut(file, readFileSync(join(root, file), 'utf8'));
  const copied = new Map<string, string>();
  const pages = new Map<string, GuidePage>();
  const waiting = [INDEX];
  for (const file of waiting) {
    const address = addressOf(file);
    if (address === undefined || pages.has(file)) continue;
    const source = sourceOf(file);
    for (const target of targetsIn(file, source)) {
      const copy = addressOfCopied(target);
      if (copy !== undefined) copied.set(copy, join(root, target));
      waiting.push(target);
    }
    const rendered = renderPage({
      source,
      resolve: (link) => resolveLink(file, link, { repository }),
      sizeOf: (picture) => sizeOfPng(copied.get(picture.replace('/guide/', '')) ?? ''),
    });
    pages.set(file, { ...rendered, file, address, markdown: rewriteMarkdown(file, source, repository) });
  }
  return { version: manifest.version, pages, navigation: readNavigation(pages, sourceOf), copied };
}

/** The list of pages that programs read first: https://llmstxt.org. */
export function listForPrograms({ navigation, pages, version }: Guide): string {
  const linkTo = ({ title, address }: GuidePage) => `- [${title}](${markdownPathOf(address)})`;
  const listed = new Set(navigation.flatMap((section) => section.pages));
  const others = [...pages.values()].filter((page) => !listed.has(page) && page.file !== INDEX);
  return [
    `# Burgee ${version}`,
    '> Feature flags whose changes are never missed and never lost. Each page is Markdown.',
    ...navigation.flatMap(({ title, pages }) => [
      `## ${title}`,
      pages.map((page) => `${linkTo(page)}: ${page.summary}`).join('\n'),
    ]),
    '## Optional',
    `${others.map(linkTo).join('\n')}\n`,
  ].join('\n\n');
}
