import { renderMermaidSVG } from 'beautiful-mermaid';

const SPACES = { nodeSpacing: 20, layerSpacing: 30, padding: 8 };

/**
 * A Mermaid diagram as SVG, with the colors of guide.css: the page's policy refuses the styles that the library writes into it.
 * @param name of the diagram, once in a page @throws for what is no diagram
 */
export function drawDiagram(source: string, name: string): string {
  return renderMermaidSVG(source, SPACES)
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/^(<svg[^>]*?) style="[^"]*"/, '$1')
    .replaceAll(/ id="|url\(#/g, `$&${name}-`)
    .replaceAll(/^\s*\n/gm, '');
}
