import { readFileSync } from 'node:fs';
import type { Environment } from '@burgee/testing';

/** What is filled in where the page "Connect" says what to replace. */
export interface Filled {
  origin: string;
  environment: Pick<Environment, 'sdk_key' | 'client_key'>;
}

/** The block of a language on the page "Connect", as pasted, but for the address and the keys. */
export function connectBlock(language: string, { origin, environment }: Filled): string {
  const page = readFileSync('docs/guides/connect.md', 'utf8');
  const mark = `<!-- connect: tests run this block as it stands, ${language} -->`;
  const block = page.includes(mark) ? /```\w+\n([\s\S]*?)\n```/.exec(page.slice(page.indexOf(mark)))?.[1] : undefined;
  if (block === undefined) throw new Error(`docs/guides/connect.md has no block for ${language}.`);
  return block
    .replaceAll('http://localhost:8080', origin)
    .replaceAll('bge_sdk_…', environment.sdk_key)
    .replaceAll('bge_pub_…', environment.client_key);
}
