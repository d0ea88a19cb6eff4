import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { resolveLink } from './addresses.js';
import { listForPrograms, readGuide } from './read-guide.js';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const guide = readGuide(ROOT);
const pages = [...guide.pages.values()];
const byAddress = new Map(pages.map((page) => [page.address, page]));
const FOLDERS = /^docs\/(guides|operate|reference)\//;

/** Whether a link of the guide leads to a page and a heading, or to a file that is copied. */
function isBroken(from: string, link: string): boolean {
  if (/^(https?|mailto):/.test(link)) return false;
  const [path = '', anchor] = link.split('#');
  const address = path === '' ? from : path.replace('/guide/', '');
  if (guide.copied.has(address)) return anchor !== undefined;
  const page = byAddress.get(address);
  return !page || (anchor !== undefined && !page.sections.some(({ id }) => id === anchor));
}

describe('the guide', () => {
  it('has a page for each file of docs/guides, docs/operate and docs/reference, each once in its contents', () => {
    const listed = guide.navigation.flatMap((section) => section.pages);
    expect(new Set(listed).size).toBe(listed.length);
    expect(pages.filter(({ file }) => FOLDERS.test(file) && !listed.some((page) => page.file === file))).toEqual([]);
    expect(guide.navigation.map(({ title }) => title)).toEqual([
      'Start',
      'Guides: use flags',
      'Operate: run Burgee',
      'Reference',
      'Review its security',
    ]);
  });

  it('has no two pages whose addresses differ only in case', () => {
    expect(new Set(pages.map(({ address }) => address.toLowerCase())).size).toBe(pages.length);
  });

  it('copies files that exist', () => {
    expect(guide.copied.size).toBeGreaterThan(15);
    expect([...guide.copied.values()].filter((file) => !existsSync(file))).toEqual([]);
  });

  it('leaves out the section for contributors', () => {
    expect(guide.pages.get('docs/README.md')?.html).not.toContain('Contribute');
    expect(pages.filter(({ file }) => file.startsWith('docs/contribute/'))).toEqual([]);
  });
});

describe.each(pages.map((page) => [page.file, page] as const))('%s', (_file, page) => {
  it('has a title and links that lead to a page, a heading or a file', () => {
    expect(page.title).not.toBe('');
    expect(page.links.filter((link) => isBroken(page.address, link))).toEqual([]);
  });

  it('has each anchor once, and blocks of code and diagrams as they are in its Markdown', () => {
    const ids = [...page.html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const blocks = page.markdown.match(/^ *```.*?^ *```$/gms) ?? [];
    expect(page.html.match(/<pre><code>|<figure class="diagram"><svg /g) ?? []).toHaveLength(blocks.length);
  });

  it('has no element that the content security policy stops', () => {
    expect(page.html).not.toMatch(/<script|<style|<iframe|\sstyle=|\son\w+=|javascript:/i);
  });
});

describe('a link', () => {
  const PAGE = 'docs/guides/schedules.md';
  const REPOSITORY = 'https://git.example.com/burgee/blob/v1.0.0';

  it.each([
    ['https://example.com/a.md', 'https://example.com/a.md'],
    ['#late', '#late'],
    ['freezes.md', '/guide/guides/freezes'],
    ['freezes.md#comments', '/guide/guides/freezes#comments'],
    ['README.md', '/guide/guides'],
    ['../README.md', '/guide/'],
    ['../../libs/sdk/README.md', '/guide/libs/sdk'],
    ['../../SECURITY.md', '/guide/security-policy'],
    ['../screenshots/flags-light.png', '/guide/screenshots/flags-light.png'],
    ['../contribute/tests.md', `${REPOSITORY}/docs/contribute/tests.md`],
    ['../../examples/ci/action.yml', `${REPOSITORY}/examples/ci/action.yml`],
  ])('%s becomes %s', (link, resolved) => {
    expect(resolveLink(PAGE, link, { repository: REPOSITORY })).toBe(resolved);
  });

  it('to a file of the repository is text alone while package.json names no repository', () => {
    expect(resolveLink(PAGE, '../contribute/tests.md', { repository: undefined })).toBeUndefined();
  });

  it('leads from Markdown to Markdown', () => {
    const links = ['freezes.md#comments', '../README.md'].map((link) =>
      resolveLink(PAGE, link, { repository: undefined, asMarkdown: true }),
    );
    expect(links).toEqual(['/guide/guides/freezes.md#comments', '/guide/index.md']);
  });
});

it('llms.txt links to the Markdown of each page but the index', () => {
  const links = [...listForPrograms(guide).matchAll(/^- \[.+\]\(\/guide\/(.+)\.md\)/gm)].map(([, address]) => address);
  expect(links.toSorted()).toEqual(
    pages
      .map(({ address }) => address)
      .filter(Boolean)
      .toSorted(),
  );
});
