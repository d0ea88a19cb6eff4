import { GUIDE, markdownPathOf } from './addresses.js';
import type { Guide, GuidePage } from './read-guide.js';

/** The files of the guide's own code, as the bundler named them. */
export interface GuideAssets {
  script: string;
  styles: string[];
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '');

const link = ({ address, title }: GuidePage, current?: GuidePage) =>
  `<a href="${GUIDE}${address}"${address === current?.address ? ' aria-current="page"' : ''}>${escaped(title)}</a>`;

const navigationOf = ({ navigation }: Guide, current?: GuidePage) =>
  navigation
    .map(
      ({ title, pages }) =>
        `<h2>${escaped(title)}</h2>\n<ul>\n${pages.map((page) => `<li>${link(page, current)}</li>`).join('\n')}\n</ul>`,
    )
    .join('\n');

function onThisPage({ sections }: GuidePage): string {
  const headings = sections.filter(({ level }) => level === 2 || level === 3);
  if (headings.length < 2) return '';
  const items = headings.map(
    ({ level, id, title }) => `<li data-level="${level}"><a href="#${escaped(id)}">${escaped(title)}</a></li>`,
  );
  return `<nav class="headings" aria-labelledby="on-this-page">
<h2 id="on-this-page">On this page</h2>
<ul>
${items.join('\n')}
</ul>
</nav>`;
}

function neighbors({ navigation }: Guide, current: GuidePage): string {
  const order = navigation.flatMap(({ pages }) => pages);
  const place = order.indexOf(current);
  const [before, after] = place < 0 ? [] : [order[place - 1], order[place + 1]];
  const step = (label: string, page: GuidePage | undefined) =>
    page ? `<p><span>${label}</span> ${link(page)}</p>` : '';
  return `<nav class="neighbors" aria-label="Next pages">${step('Previous', before)}${step('Next', after)}</nav>`;
}

interface Layout {
  guide: Guide;
  assets: GuideAssets;
  title: string;
  page?: GuidePage;
  content: string;
}

function layOut({ guide, assets, title, page, content }: Layout): string {
  const styles = assets.styles.map((file) => `<link rel="stylesheet" href="/${file}" />`).join('\n');
  const alternate = page
    ? `\n<link rel="alternate" type="text/markdown" href="${escaped(markdownPathOf(page.address))}" />`
    : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${escaped(title)} · Burgee guide</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml" />${alternate}
${styles}
<script src="/begin.js"></script>
<script type="module" src="/${assets.script}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<button type="button" popovertarget="contents">Contents</button>
<a class="brand" href="${GUIDE}"><img src="/icon.svg" alt="" width="26" height="26" />Burgee guide</a>
<search hidden>
<input type="search" role="combobox" aria-label="Search the guide" aria-expanded="false" aria-controls="results" aria-autocomplete="list" autocomplete="off" spellcheck="false" placeholder="Search the guide" />
<kbd aria-hidden="true">/</kbd>
<div id="results" role="listbox" aria-label="Pages found" hidden></div>
<p class="none" role="status" hidden></p>
</search>
<a class="back" href="/">Open Burgee</a>
</header>
<nav id="contents" popover aria-label="Contents">
${navigationOf(guide, page)}
</nav>
<main id="content">
${content}
</main>
${page ? onThisPage(page) : ''}
</body>
</html>
`;
}

/** A page of the guide as a document. */
export function layOutPage(guide: Guide, assets: GuideAssets, page: GuidePage): string {
  const asMarkdown = `<a href="${escaped(markdownPathOf(page.address))}">This page as Markdown</a>`;
  const content = `<article>
${page.html}</article>
${neighbors(guide, page)}
<footer>Burgee ${escaped(guide.version)} · ${asMarkdown}</footer>`;
  return layOut({ guide, assets, title: page.title, page, content });
}

/** What a browser gets for an address that no page has. */
export const layOutNotFound = (guide: Guide, assets: GuideAssets): string =>
  layOut({
    guide,
    assets,
    title: 'Page not found',
    content: `<article>
<h1>Page not found</h1>
<p>This version of the guide has no page at this address. Search for it, or begin at <a href="${GUIDE}">the documentation</a>.</p>
</article>`,
  });
