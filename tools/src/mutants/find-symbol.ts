import { parseSync } from 'rolldown/utils';

/** A part of a text. */
export interface Range {
  start: number;
  end: number;
}

interface Node extends Range {
  type: string;
  name?: string;
  id?: Node;
  key?: Node;
  /** Of a literal, its value. */
  value?: unknown;
  init?: Node;
  body?: Node;
  shorthand?: boolean;
}

export interface FoundSymbol extends Range {
  /** What is between the braces of a function, or the value of a constant or property. */
  body: Range;
}

const NAMED = new Set([
  'ClassDeclaration',
  'FunctionDeclaration',
  'MethodDefinition',
  'Property',
  'PropertyDefinition',
  'VariableDeclarator',
]);

function nameOf({ type, id, key, shorthand }: Node): string | undefined {
  const name = id ?? key;
  return NAMED.has(type) && name && !shorthand ? String(name.name ?? name.value) : undefined;
}

function bodyOf(node: Node): Range {
  const value = node.body ?? node.init ?? (node.value as Node | undefined) ?? node;
  // Of a method or an arrow function, the value is the function.
  const body = value.type.endsWith('FunctionExpression') ? (value.body ?? value) : value;
  const hasBraces = body.type === 'BlockStatement' || body.type === 'ClassBody';
  return hasBraces ? { start: body.start + 1, end: body.end - 1 } : { start: body.start, end: body.end };
}

function collect(value: unknown, path: string, symbol: string, found: FoundSymbol[]): void {
  if (typeof value !== 'object' || value === null) return;
  const name = nameOf(value as Node);
  const own = name === undefined ? path : `${path}.${name}`;
  if (name !== undefined && own.endsWith(`.${symbol}`)) {
    const { start, end } = value as Node;
    found.push({ start, end, body: bodyOf(value as Node) });
  }
  for (const child of Object.values(value)) collect(child, own, symbol, found);
}

/** @throws when the module does not have the symbol, or has several of that name */
export function findSymbol(file: string, text: string, symbol: string): FoundSymbol {
  const found: FoundSymbol[] = [];
  collect(parseSync(file, text).program.body, '', symbol, found);
  const [only] = found;
  if (!only || found.length > 1)
    throw new Error(`A mutant no longer fits: ${file} has ${only ? found.length : 'no'} \`${symbol}\`.`);
  return only;
}
