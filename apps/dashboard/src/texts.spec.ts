import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { parseSync } from '@swc/core';

const FOLDER = import.meta.dirname;
/** They contain commands and keys, not words. */
const CODE = new Set(['code', 'Code', 'kbd', 'pre']);
const SAID = new Set([
  'title',
  'label',
  'placeholder',
  'description',
  'alt',
  'lead',
  'action',
  'what',
  'tab',
  'thumbLabel',
  'nothingFound',
  'aria-label',
]);
const LETTERS = /\p{L}{2}/u;

type Node = Record<string, unknown> & { type?: string };
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** The name of an element or attribute; empty for a member such as Table.Td. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  return typeof node.value === 'string' ? node.value : nameOf((node.opening as Node | undefined)?.name ?? node.name);
}

/** The letters of a literal text or template. */
function literal(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'StringLiteral' || node.type === 'JSXText') return String(node.value);
  if (node.type === 'JSXExpressionContainer') return literal(node.expression);
  if (node.type === 'TemplateLiteral') return (node.quasis as { raw: string }[]).map(({ raw }) => raw).join('');
  if (node.type === 'ConditionalExpression') return `${literal(node.consequent)}${literal(node.alternate)}`;
  return '';
}

function textsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (!isNode(node)) return [];
  if (node.type === 'JSXElement') {
    if (CODE.has(nameOf(node))) return [];
    return [
      ...textsIn(node.opening),
      ...(node.children as unknown[]).flatMap((child) => [literal(child), ...textsIn(child)]),
    ];
  }
  if (node.type === 'JSXAttribute') return [SAID.has(nameOf(node)) ? literal(node.value) : '', ...textsIn(node.value)];
  return Object.values(node).flatMap(textsIn);
}

const wordsOf = (source: string) =>
  textsIn(parseSync(source, { syntax: 'typescript', tsx: true })).filter((text) => LETTERS.test(text));

it('finds words in JSX', () => {
  const source =
    '<><p title="Hello">Bye <code>npx serve</code></p><a label={`of ${x}`} id="x">{on ? "Yes" : no}</a></>;';
  expect(wordsOf(source).map((text) => text.trim())).toEqual(['Hello', 'Bye', 'of', 'Yes']);
});

it('components contain no words, which belong in texts.ts', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap((file) =>
    wordsOf(readFileSync(join(FOLDER, file), 'utf8')).map((text) => `${file}: ${text.trim()}`),
  );
  expect(found).toEqual([]);
});
