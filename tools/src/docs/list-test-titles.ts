import { readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';

interface Node {
  type?: string;
  value?: unknown;
  callee?: Node;
  object?: Node;
  property?: Node;
  tag?: Node;
  arguments?: { expression: Node }[];
  quasis?: { cooked?: string }[];
}

const RUNNERS = new Set(['it', 'test']);
const NOT_RUN = new Set(['skip', 'todo', 'failing']);

/** The names in `it.each(…)`, from left to right: it, each. */
function namesOf(node: Node | undefined): string[] {
  if (!node) return [];
  if (node.type === 'Identifier') return [String(node.value)];
  if (node.type === 'MemberExpression') return [...namesOf(node.object), ...namesOf(node.property)];
  return namesOf(node.callee ?? node.tag);
}

function titleOf({ arguments: [first] = [] }: Node): string | undefined {
  const title = first?.expression;
  if (title?.type === 'StringLiteral') return String(title.value);
  return title?.type === 'TemplateLiteral' && title.quasis?.length === 1 ? title.quasis[0]?.cooked : undefined;
}

/** The titles of the tests of a file that run, as they stand there: with `%s` where values go. */
export function listTestTitles(file: string): string[] {
  const titles: string[] = [];
  const rest: unknown[] = [parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', decorators: true })];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const node = next as Node;
    if (node.type === 'CallExpression') {
      const [runner = '', ...rest] = namesOf(node);
      const title = titleOf(node);
      if (RUNNERS.has(runner) && title !== undefined && !rest.some((name) => NOT_RUN.has(name))) titles.push(title);
    }
    rest.push(...Object.values(next));
  }
  return titles;
}
