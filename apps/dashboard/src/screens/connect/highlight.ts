import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import python from 'highlight.js/lib/languages/python';
import xml from 'highlight.js/lib/languages/xml';
import { createLowlight } from 'lowlight';
import type { Language } from './snippets/languages.js';

/** A token and its kind, for example "keyword". */
export interface CodePiece {
  kind: string | undefined;
  text: string;
}

type Tree = ReturnType<typeof lowlight.highlight>;
type Node = Tree['children'][number];

const lowlight = createLowlight({ bash, go, java, javascript, python, xml });

const GRAMMARS: Record<Language, string> = {
  JavaScript: 'xml',
  React: 'javascript',
  'Node.js': 'javascript',
  OpenFeature: 'javascript',
  Unleash: 'javascript',
  Go: 'go',
  Java: 'java',
  Python: 'python',
  curl: 'bash',
};

/** Only "hljs-title", "hljs-string" and the like matter of the classes. */
const kindOf = (node: Node, around: string | undefined): string | undefined => {
  const names = node.type === 'element' ? node.properties.className : undefined;
  return Array.isArray(names) ? String(names[0]).replace('hljs-', '') : around;
};

function piecesOf(nodes: readonly Node[], around: string | undefined): CodePiece[] {
  return nodes.flatMap((node): CodePiece[] => {
    if (node.type === 'text') return [{ kind: around, text: node.value }];
    return node.type === 'element' ? piecesOf(node.children as Node[], kindOf(node, around)) : [];
  });
}

/** The code as tokens, which add up to the code. */
export const highlight = (code: string, language: Language): CodePiece[] =>
  piecesOf(lowlight.highlight(GRAMMARS[language], code).children, undefined);
