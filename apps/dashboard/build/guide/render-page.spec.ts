import { expect, it } from '@jest/globals';
import { renderPage } from './render-page.js';

const render = (source: string, resolve: (link: string) => string | undefined = (link) => link) =>
  renderPage({ source, resolve, sizeOf: () => ({ width: 4, height: 3 }) });

it('gives headings the anchors of GitHub, numbered when they repeat', () => {
  const { sections, html } = render('# A page\n\n## `wait` & late?\n\nFirst.\n\n## wait  late\n\n### Wait & late\n');
  expect(sections.map(({ id }) => id)).toEqual(['a-page', 'wait--late', 'wait--late-1', 'wait--late-2']);
  expect(html).toContain('<h2 id="wait--late"><a href="#wait--late"><code>wait</code> &amp; late?</a></h2>');
});

it('collects the words of each section, without code blocks', () => {
  const { sections, summary } = render(
    '# A\n\nOne. Two `x`.\n\n```sh\nls\n```\n\n## B\n\n| C | D |\n| --- | --- |\n| e | f |\n',
  );
  expect(sections.map(({ title, words }) => [title, words])).toEqual([
    ['A', 'One. Two x. '],
    ['B', 'C D e f '],
  ]);
  expect(summary).toBe('One.');
});

it('shows the text alone of a link that leads nowhere', () => {
  expect(render('[a **b**](x.md) [c](y)', (link) => (link === 'y' ? 'z' : undefined)).html).toBe(
    '<p>a <strong>b</strong> <a href="z">c</a></p>\n',
  );
});

it('says how large a picture is, and loads it when it comes into view', () => {
  expect(render('![Flags](a.png)').html).toContain('<img src="a.png" alt="Flags" width="4" height="3" loading="lazy">');
});

it('highlights code of a known language, and refuses others', () => {
  expect(render('```json\n{"a": 1}\n```').html).toContain('<span class="hljs-number">1</span>');
  expect(render('```\n<b>\n```').html).toContain('&lt;b&gt;');
  expect(() => render('```cobol\nx\n```')).toThrow('no grammar for code in cobol');
});

it('draws diagrams, without styles of their own', () => {
  const { html } = render('```mermaid\nflowchart TD\n  a[one & two] --> b\n```');
  expect(html).toMatch(/^<figure class="diagram"><svg [^]*one &amp; two[^]*<\/svg><\/figure>\n$/);
  expect(html).not.toMatch(/<style| style=|\bfonts\./);
  expect(() => render('```mermaid\nnothing\n```')).toThrow('Invalid mermaid header');
});

it('leaves comments out, and refuses other HTML', () => {
  expect(render('<!-- a test -->\n\nText <!-- b -->').html).toBe('<p>Text </p>\n');
  expect(() => render('<details>x</details>')).toThrow('The guide renders no HTML: <details>x</details>');
});
