import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { parseSync } from '@swc/core';

const FOLDER = import.meta.dirname;
const AT_MOST = 10;

/** The numbers of members of the types that a file declares, such as the props of its components. */
function sizesIn(node: unknown): number[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, body, members } = node as { type?: string; body?: unknown[]; members?: unknown[] };
  const own = type === 'TsInterfaceBody' ? body : type === 'TsTypeLiteral' ? members : undefined;
  return [...(own ? [own.length] : []), ...Object.values(node).flatMap(sizesIn)];
}

const sizesOf = (source: string) => sizesIn(parseSync(source, { syntax: 'typescript', tsx: true }));

it('counts the members of types', () => {
  expect(sizesOf('interface Props { a: 1; b?: 2 } const C = ({ a }: { a: 1 }) => <p>{a}</p>;')).toEqual([2, 1]);
});

it('no component has more than ten props', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  expect(files.length).toBeGreaterThan(50);
  const found = files.filter((file) => sizesOf(readFileSync(join(FOLDER, file), 'utf8')).some((one) => one > AT_MOST));
  expect(found).toEqual([]);
});
