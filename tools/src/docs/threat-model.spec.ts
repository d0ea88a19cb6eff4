import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const ROOT = process.cwd();
/** The dashboard runs in the user's browser, as a page of the api-gateway. */
const PAGE = 'dashboard';

it('the threat model names every app that operators run', () => {
  const page = readFileSync(join(ROOT, 'docs', 'threat-model.md'), 'utf8');
  const diagram = /```mermaid\n([\s\S]*?)```/.exec(page)?.[1];
  const apps = readdirSync(join(ROOT, 'apps')).filter((name) => name !== PAGE);
  expect(apps.filter((name) => !new RegExp(`\\b${name}\\b`).test(String(diagram)))).toEqual([]);
});
