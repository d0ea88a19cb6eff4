import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { listFiles } from './list-files.js';

const FILES = listFiles();
const PAGES = FILES.filter((path) => path.endsWith('.md') && !path.includes('/fixtures/'));
const NUMBERED = /\bADR (\d{4})\b|\badr\/(\d{4})-[\w-]+\.md/g;

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf(page: string): string[] {
  const headings = readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function isBroken(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(target)) return true;
  return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
}

describe('links between pages', () => {
  it.each(PAGES)('of %s resolve', (page) => {
    const text = readFileSync(page, 'utf8').replaceAll(/^```.*?^```/gms, '');
    const links = [...text.matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => isBroken(page, link))).toEqual([]);
  });

  it('to decisions name pages that exist, also in comments of the code', () => {
    const sources = FILES.filter((path) => /\.(ts|tsx|mjs|md|json|yml|sh)$/.test(path) && path !== 'package-lock.json');
    const decisions = FILES.filter((path) => path.startsWith('docs/adr/')).map((path) =>
      path.slice('docs/adr/'.length),
    );
    const broken = sources.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(NUMBERED)]
        .filter(([text, number]) =>
          number ? !decisions.some((name) => name.startsWith(number)) : !decisions.includes(text.slice('adr/'.length)),
        )
        .map(([text]) => `${path}: ${text}`),
    );
    expect(broken).toEqual([]);
  });
});

describe('docs/screenshots', () => {
  it('holds the pictures that pages show, and no others', () => {
    const shown = PAGES.flatMap((page) => [...readFileSync(page, 'utf8').matchAll(/\bscreenshots\/([\w-]+\.png)/g)]);
    const taken = FILES.filter((path) => path.startsWith('docs/screenshots/'));
    expect(taken.map((path) => path.slice('docs/screenshots/'.length)).toSorted()).toEqual(
      [...new Set(shown.map(([, name]) => name))].toSorted(),
    );
  });
});
