import { aFlag, aMember, aProject, eventually, unique, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aBrowser } from '../browser.js';
import { hold } from '../hold.js';

const { url } = sharedCluster();
const browser = aBrowser();

/** Holds back the request of an action, checks that the dialog cannot be closed until then, and lets it finish. */
async function expectToStay(page: Page, which: string, action: string): Promise<void> {
  const request = await hold(page, which, async (route) => () => route.continue());
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await request.reached;
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await eventually(async () => expect(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true));
  request.release();
}

describe('a dialog stays open until its request ends', () => {
  it('when a member is removed', async () => {
    const project = await aProject(url);
    const member = await aMember(url, project, 'viewer');
    const page = await browser.open(project.owner, `/projects/${project.id}/people`);
    await page.getByRole('button', { name: `Remove ${member.name}` }).click();
    await expectToStay(page, `**/members/${member.id}`, 'Remove');
    await page.getByText(`${member.name} was removed`).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('when a flag is created', async () => {
    const project = await aProject(url);
    const page = await browser.open(project.owner, `/projects/${project.id}/flags`);
    const key = unique('flag');
    await page.getByRole('button', { name: 'New flag' }).first().click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Key' }).fill(key);
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('A flag');
    await page.getByRole('dialog').getByText('More', { exact: true }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Kind' }).selectOption('Experiment');
    await page.getByRole('dialog').getByLabel('End date').fill('2020-01-31');
    // A click outside does not discard the input.
    const asked = page.waitForEvent('dialog');
    const escape = page.keyboard.press('Escape');
    await (await asked).dismiss();
    await escape;
    await expectToStay(page, `**/projects/${project.id}/flags`, 'Create flag');
    await page.getByRole('heading', { level: 1, name: key }).waitFor();
    await page.getByText('Stale: its end date has passed').waitFor();
    await page.getByText('Experiment', { exact: true }).waitFor();
  });

  it('when a flag is deleted', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    await project.owner.client.post(`/api/flags/${flag.id}/archive`, {});
    const page = await browser.open(project.owner, `/projects/${project.id}/flags/${flag.id}`);
    await page.getByRole('button', { name: `More for ${flag.key}` }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByLabel(/^Type/).fill(flag.key);
    await expectToStay(page, `**/api/flags/${flag.id}`, 'Delete permanently');
    await page.getByText(`${flag.key} was deleted`).waitFor();
    await page.getByText('No flags yet').waitFor();
  });

  it('when an SDK key is rotated', async () => {
    const project = await aProject(url);
    const page = await browser.open(project.owner, `/projects/${project.id}/environments`);
    await page.getByRole('button', { name: 'Rotate SDK key of Production' }).click();
    await expectToStay(page, '**/rotate-sdk-key', 'Rotate the key of Production');
    await page.getByText('Production has a new SDK key').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Rotate SDK key of Production' }).click();
    await page.getByLabel('One more hour').waitFor();
  });
});

/** Records what a dialog about no flags says from now on. */
async function watchForEmptyDialogs(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(`{
    const seen = (window.emptyDialogs = []);
    new MutationObserver(() => {
      const said = document.querySelector('[role=dialog]')?.textContent ?? '';
      if (/\\b0 flags/.test(said)) seen.push(said);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  }`);
  return () => page.evaluate<string[]>('window.emptyDialogs');
}

it('keeps the flags of a dialog until it closes, even when the list no longer has them', async () => {
  const project = await aProject(url);
  await aFlag(project);
  const page = await browser.open(project.owner, `/projects/${project.id}/flags`);
  const emptyDialogs = await watchForEmptyDialogs(page);
  const choose = async (action: string, confirm: string) => {
    await page.getByRole('checkbox', { name: 'Select all flags shown' }).click();
    await page.getByRole('button', { name: action }).click();
    await page.getByRole('dialog').getByRole('button', { name: confirm }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await choose('Switch…', 'Switch 1 flag on in Development');
  await choose('Archive…', 'Archive 1 flag');
  await page.getByRole('link', { name: 'Show archived flags' }).click();
  await choose('Unarchive…', 'Unarchive 1 flag');
  await page.getByText('1 flag was unarchived').waitFor();
  expect(await emptyDialogs()).toEqual([]);
});
