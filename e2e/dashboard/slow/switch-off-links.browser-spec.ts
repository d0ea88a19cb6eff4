import { aFlag, aMember, aProject, eventually, sharedCluster, TestClient } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { toggle, valueIn } from '../../interface/flag-calls.js';
import { aBrowser, copyWith, expectAccessible, expectNoSidewaysScroll } from '../browser.js';

const { url } = sharedCluster();
const browser = aBrowser();

async function openLinks(page: Page) {
  await page.getByRole('button', { name: 'Change Production' }).click();
  await page.getByRole('menuitem', { name: 'Switch-off links' }).click();
  return page.getByRole('dialog');
}

describe('the switch-off links of an environment', () => {
  it('are made, shown once with a command, called, listed with their last use, and revoked', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project, { key: 'new-checkout', tags: ['payments'] });
    await toggle(project.owner, flag, project.production, true);
    const page = await browser.open(project.owner, `/projects/${project.id}/environments`);
    const dialog = await openLinks(page);
    await dialog.getByText('A switch-off link is a secret address for your monitoring.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Make a link' }).click();
    await dialog.getByText('It passes freezes, approvals and required comments.').waitFor();
    await dialog.getByRole('button', { name: 'Make link' }).click();
    await dialog.getByText('Choose a flag.').waitFor();
    await dialog.getByLabel('Name').fill('Checkout errors');
    await dialog.getByRole('combobox', { name: 'Flag' }).click();
    await page.getByRole('option', { name: 'new-checkout' }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Make link' }).click();
    await dialog.getByText('Copy the address now.').waitFor();
    const address = (await dialog.getByLabel('Address', { exact: true }).textContent()) ?? '';
    expect(address).toMatch(/\/api\/switch-off\/bge_off_[\w-]{43}$/);
    expect(await copyWith(page.getByRole('button', { name: 'Copy address' }), address)).toBe(address);
    await dialog.getByText(`curl -X POST ${address}`).waitFor();
    await expectAccessible(page);

    const answer = await new TestClient(url).post(new URL(address).pathname, { status: 'firing' });
    expect(answer.status).toBe(200);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.getByText('Switches off new-checkout').waitFor();
    await dialog.getByText(/^Last used/).waitFor();
    await eventually(async () => expect(await page.getByText(address).count()).toBe(0));
    expect(await valueIn(project.owner, flag, project.production)).toMatchObject({ is_enabled: false });

    await dialog.getByRole('button', { name: 'Revoke Checkout errors' }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Revoke now: Checkout errors' }).click();
    await page.getByText('Checkout errors was revoked').waitFor();
    await dialog.getByText('A switch-off link is a secret address').waitFor();
    await page.goto(`${url}/projects/${project.id}/history`);
    await page.getByText(/switched off\s+new-checkout/).waitFor();
    await page.getByText('by a switch-off link').waitFor();
  });

  it.each([390, 1_024, 1_440])('fit %d pixels in dark, work by keyboard, and say who may make them', async (width) => {
    const project = await aProject(url);
    await aFlag(project, { key: 'new-checkout', tags: ['payments'] });
    const links = `/api/projects/${project.id}/environments/${project.production.id}/switch-off-links`;
    const made = { name: 'Payments are slow '.repeat(5).trim(), tag: 'payments', effect: 'before_plan' };
    await project.owner.client.post(links, made);
    const admin = await aMember(url, project, 'admin');
    const page = await browser.open(admin, `/projects/${project.id}/environments`);
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Change Production' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Switch-off links' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Takes flags with the tag payments back to before their plans').waitFor();
    await dialog.getByText('Owners of the project make and revoke links.').waitFor();
    await eventually(async () => expect(await dialog.getByRole('button', { name: /Revoke|Make/ }).count()).toBe(0));
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.keyboard.press('Escape');
    await eventually(async () => expect(await page.getByRole('dialog').count()).toBe(0));
  });
});
