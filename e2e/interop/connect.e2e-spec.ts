import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { aFlag, aProject, type Project, sharedCluster } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aBrowser } from '../dashboard/browser.js';
import { chooseFlag } from '../dashboard/screens.js';
import { edit } from '../interface/flag-calls.js';
import { connectBlock } from '../readme/connect-block.js';
import { type LanguageName, LANGUAGES } from './languages.js';

const { url } = sharedCluster();
const browser = aBrowser();
const IN: [string, LanguageName, file: string][] = [
  ['Go', 'go', 'main.go'],
  ['Python', 'python', 'main.py'],
  ['Java', 'java', 'Main.java'],
];
const VALUES = [
  ['boolean', null, /^a-boolean: true\n$/i],
  ['string', 'é', /^a-string: é\n$/],
  ['number', '0.5', /^a-number: 0\.5\n$/],
  ['json', '{"plan":"pro"}', /^a-json: .*plan.*pro.*\n$/],
] as const;

let project: Project;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burgee-connect-'));
  project = await aProject(url);
  for (const [type, targeting_return_value] of [...VALUES, ['new-checkout', null] as const]) {
    const made = type === 'new-checkout' ? { key: type } : { key: `a-${type}`, type };
    const flag = await aFlag(project, made);
    await edit(project.owner, flag, project.development, { is_enabled: true, targeting_return_value });
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** @returns what the program of one file prints */
async function runAs(language: LanguageName, file: string, code: string): Promise<string> {
  writeFileSync(join(folder, file), code);
  const [command, ...args] = await LANGUAGES[language](join(folder, file));
  return (await promisify(execFile)(command, args)).stdout;
}

describe.each(IN)('%s', (language, name, file) => {
  it('of docs/guides/connect.md decides as pasted', async () => {
    const code = connectBlock(language, { origin: url, environment: project.development });
    expect(await runAs(name, file, code)).toMatch(/^new-checkout: true\n$/i);
  });

  it.each(VALUES)('of the dashboard decides a %s flag as copied', async (type, _value, expected) => {
    const page = await browser.open(project.owner, `/projects/${project.id}/connect`);
    await chooseFlag(page, `a-${type}`);
    await page.getByRole('tab', { name: language, exact: true }).click();
    const code = await page.getByLabel(`${language} snippet`, { exact: true }).innerText();
    expect(await runAs(name, file, code)).toMatch(expected);
  });
});
