import MarkdownIt, { type Token } from 'markdown-it';
import { drawDiagram } from './draw-diagram.js';
import { highlight } from './highlight.js';

/** A heading and the text below it, up to the next heading. */
export interface Section {
  level: number;
  id: string;
  title: string;
  words: string;
}

export interface RenderedPage {
  title: string;
  /** The first sentence. */
  summary: string;
  html: string;
  sections: Section[];
  /** Links and pictures, as they are in the HTML. */
  links: string[];
}

interface Page {
  source: string;
  /** @returns undefined to show the text of a link alone */
  resolve: (link: string) => string | undefined;
  /** The size of a picture by its resolved address, so that the text below it does not move when it loads. */
  sizeOf: (picture: string) => { width: number; height: number } | undefined;
}

const COMMENT = /^\s*(<!--.*?-->\s*)+$/s;

const markdown = new MarkdownIt({ html: true });
const { escapeHtml } = markdown.utils;
const { rules } = markdown.renderer;

/** Comments are for tests, and the guide shows no other HTML. */
function withoutComment({ content }: Token): string {
  if (COMMENT.test(content)) return '';
  throw new Error(`The guide renders no HTML: ${content.trim()}`);
}

const at = (tokens: Token[], index: number): Token => tokens[index] as Token;
const isTitle = ({ tag }: Token) => tag === 'h1';

rules.fence = (tokens, index) => {
  const { content, info } = at(tokens, index);
  const language = info.trim();
  if (language === 'mermaid') return `<figure class="diagram">${drawDiagram(content, `diagram-${index}`)}</figure>\n`;
  return `<figure class="code"><pre><code>${highlight(content, language, escapeHtml)}</code></pre></figure>\n`;
};
rules.table_open = () => '<div class="table"><table>\n';
rules.table_close = () => '</table></div>\n';
rules.html_block = (tokens, index) => withoutComment(at(tokens, index));
rules.html_inline = (tokens, index) => withoutComment(at(tokens, index));
rules.heading_open = (tokens, index) => {
  const token = at(tokens, index);
  const id = escapeHtml(String(token.attrGet('id')));
  return `<${token.tag} id="${id}">${isTitle(token) ? '' : `<a href="#${id}">`}`;
};
rules.heading_close = (tokens, index) => {
  const token = at(tokens, index);
  return `${isTitle(token) ? '' : '</a>'}</${token.tag}>\n`;
};

const textOf = ({ children }: Token): string =>
  (children ?? [])
    .filter(({ type }) => type !== 'html_inline')
    .map(({ type, content }) => (type.endsWith('break') ? ' ' : content))
    .join('');

/** The anchor that GitHub gives to a heading. */
const anchorOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** The first sentence of the first paragraph. */
function summaryOf(tokens: Token[]): string {
  const first = tokens.find((_, index) => tokens[index - 1]?.type === 'paragraph_open');
  const text = first ? textOf(first) : '';
  return /^.+?[.!?:](?= |$)/.exec(text)?.[0].replace(/:$/, '.') ?? text;
}

/** Gives each heading its anchor. */
function readSections(tokens: Token[]): Section[] {
  const sections: Section[] = [];
  const used = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'inline') continue;
    const text = textOf(token);
    const before = at(tokens, index - 1);
    if (before?.type !== 'heading_open') {
      const section = sections.at(-1);
      if (section) section.words += `${text} `;
      continue;
    }
    const anchor = anchorOf(text);
    const count = used.get(anchor) ?? 0;
    used.set(anchor, count + 1);
    const id = count === 0 ? anchor : `${anchor}-${count}`;
    before.attrSet('id', id);
    sections.push({ level: Number(before.tag.slice(1)), id, title: text, words: '' });
  }
  return sections;
}

/** Makes the links of a page those of the guide. @returns them, with the pictures */
function resolveLinks(tokens: Token[], { resolve, sizeOf }: Page): string[] {
  const links: string[] = [];
  for (const { children } of tokens) {
    let hidden = false;
    for (const child of children ?? []) {
      if (child.type === 'link_close') child.hidden = hidden;
      const name = { link_open: 'href', image: 'src' }[child.type];
      if (name === undefined) continue;
      const link = resolve(String(child.attrGet(name)));
      if (name === 'href') child.hidden = hidden = link === undefined;
      if (link === undefined) continue;
      links.push(link);
      child.attrSet(name, link);
      const size = name === 'src' ? sizeOf(link) : undefined;
      if (size) child.attrs?.push(['width', `${size.width}`], ['height', `${size.height}`]);
      if (name === 'src') child.attrSet('loading', 'lazy');
    }
  }
  return links;
}

/** A page of the docs as HTML. */
export function renderPage(page: Page): RenderedPage {
  const tokens = markdown.parse(page.source, {});
  const sections = readSections(tokens);
  const links = resolveLinks(tokens, page);
  const html = markdown.renderer.render(tokens, markdown.options, {});
  return { title: sections[0]?.title ?? '', summary: summaryOf(tokens), html, sections, links };
}
