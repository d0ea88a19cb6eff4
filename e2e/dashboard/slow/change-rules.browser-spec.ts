import { aFlag, aMember, aProject, eventually, type Project, sharedCluster } from '@burgee/testing';
import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { aBrowser, expectAccessible } from '../browser.js';
import { projectAudit } from '../../interface/audit-calls.js';
import { valueIn } from '../../interface/flag-calls.js';

const { url } = sharedCluster();
const browser = aBrowser();

/** Both unprotected, so that a switch asks no other question. */
const openProject = () => aProject(url, { environments: [{ name: 'Development' }, { name: 'Production' }] });
const settings = ({ owner, id, production }: Project, patch: object) =>
  owner.client.patch(`/api/projects/${id}/environments/${production.id}`, patch);

const NOT_SWITCHED = 'dark-mode was not switched';

/** The flags and changes in the question. */
async function expectSwitchedOn(question: Locator): Promise<void> {
  await question.getByText('dark-mode').waitFor();
  await eventually(async () =>
    expect(await question.locator('dd').allInnerTexts()).toEqual([expect.stringMatching(/^off\s*on$/)]),
  );
}

/** Checks that the page has shown no message by now. */
async function expectUntold(page: Page, text: string): Promise<void> {
  const told = await page.getByText(text).count();
  expect(told).toBe(0);
}

it('shows a freeze at its switches, asks owners why they override it, and refuses others', async () => {
  const project = await openProject();
  const flag = await aFlag(project, { key: 'dark-mode' });
  const page = await browser.open(project.owner, `/projects/${project.id}/environments`);
  await page.getByRole('button', { name: 'Change Production' }).click();
  await page.getByRole('menuitem', { name: 'Change rules' }).click();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  await page.getByLabel('Freeze changes until (optional)').fill(tomorrow);
  await page.getByLabel('Reason').fill('the sale');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Frozen until .*: the sale$/).waitFor();

  await page.goto(`${url}/projects/${project.id}/flags`);
  await page.getByRole('columnheader', { name: /Production.*Frozen until/ }).waitFor();
  const toggle = page.getByRole('switch', { name: 'dark-mode in Production' });
  await toggle.click();
  const question = page.getByRole('dialog', { name: 'Production is frozen' });
  await question.getByText(/^Frozen until .*: the sale$/).waitFor();
  await expectSwitchedOn(question);
  await page.getByRole('button', { name: 'Override freeze' }).click();
  await question.getByText('Enter a reason.').waitFor();
  await page.getByLabel('Reason for override').fill('customers cannot pay');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Override freeze' }).click();
  await eventually(async () =>
    expect(await valueIn(project.owner, flag, project.production)).toMatchObject({ is_enabled: true }),
  );
  const [entry] = await projectAudit(project, { action: 'flag_toggle' }, 1);
  expect(entry.bypass_reason).toBe('customers cannot pay');
  await page.goto(`${url}/projects/${project.id}/history`);
  await page.getByText('Overrode the change rules: customers cannot pay').waitFor();

  const editor = await aMember(url, project, 'editor');
  const others = await browser.open(editor, `/projects/${project.id}/flags/${flag.id}`);
  await others.getByText(/^Frozen until .*: the sale$/).waitFor();
  await others.goto(`${url}/projects/${project.id}/flags`);
  await others.getByRole('switch', { name: 'dark-mode in Production' }).click();
  // The time in the reader's format.
  await others.getByText(/^Production is frozen until (?!\d{4}-).*: the sale\./).waitFor();
  await eventually(async () => expect(await others.getByRole('dialog').count()).toBe(0));
});

it('asks for a comment where an environment requires one, and changes nothing without it', async () => {
  const project = await openProject();
  const flag = await aFlag(project, { key: 'dark-mode' });
  await settings(project, { comment_required: true });
  const page = await browser.open(project.owner, `/projects/${project.id}/flags`);
  const toggle = page.getByRole('switch', { name: 'dark-mode in Production' });
  await toggle.click();
  const question = page.getByRole('dialog', { name: 'Production requires a comment' });
  await expectSwitchedOn(question);
  await page.getByRole('button', { name: 'Make the change' }).click();
  await question.getByText('Enter a reason.').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await eventually(async () => expect(await toggle.getAttribute('aria-checked')).toBe('false'));
  await eventually(async () => expect(await question.count()).toBe(0));
  // Cancelling shows no message.
  await expectUntold(page, NOT_SWITCHED);
  await toggle.click();
  await page.getByRole('textbox', { name: 'Comment' }).fill('for the sale');
  await page.getByRole('button', { name: 'Make the change' }).click();
  await eventually(async () =>
    expect(await valueIn(project.owner, flag, project.production)).toMatchObject({ is_enabled: true }),
  );
  await page.goto(`${url}/projects/${project.id}/history`);
  await page.getByText('for the sale').waitFor();
});

it('says in the table and on its page that a new flag is not served in a frozen environment, and serves it after the freeze', async () => {
  const project = await openProject();
  await settings(project, { frozen_until: new Date(Date.now() + 86_400_000).toISOString() });
  const flag = await aFlag(project, { key: 'dark-mode' });
  const page = await browser.open(project.owner, `/projects/${project.id}/flags`);
  await page
    .getByRole('row', { name: /dark-mode/ })
    .getByText('Not served yet', { exact: true })
    .waitFor();
  await settings(project, { frozen_until: null });
  await page.getByRole('link', { name: 'dark-mode' }).click();
  const production = page.getByRole('region', { name: /Production/ });
  await production.getByText("Not served yet: your code's default applies until a change.").waitFor();
  await expectAccessible(page);
  await production.getByRole('button', { name: 'Serve it in Production' }).click();
  await page.getByText('dark-mode is served in Production').waitFor();
  await production.getByText(/^Not served yet/).waitFor({ state: 'detached' });
  const stored = await valueIn(project.owner, flag, project.production);
  expect([stored.is_enabled, stored.served]).toEqual([false, undefined]);
  await page.goBack();
  await page.getByRole('switch', { name: 'dark-mode in Production' }).waitFor();
  await eventually(async () => expect(await page.getByText('Not served yet').count()).toBe(0));
});

it('requests approval for a change, which a reviewer approves and applies from the queue by keyboard', async () => {
  const project = await openProject();
  const flag = await aFlag(project, { key: 'dark-mode' });
  const [author, reviewer] = [await aMember(url, project, 'editor'), await aMember(url, project, 'editor')];
  const before = await browser.open(author, `/projects/${project.id}/flags`);
  await before.getByRole('switch', { name: 'dark-mode in Production' }).waitFor();
  await eventually(async () => expect(await before.getByRole('link', { name: 'Change requests' }).count()).toBe(0));
  await settings(project, { approvals: 1 });
  await before.getByRole('link', { name: 'Change requests' }).waitFor();
  await before.getByRole('switch', { name: 'dark-mode in Production' }).click();
  await before.getByLabel('Reason (optional)').fill('for the sale');
  await expectAccessible(before);
  await expectSwitchedOn(before.getByRole('dialog', { name: 'Production requires approval' }));
  await before.getByRole('button', { name: 'Request approval' }).click();
  await before.getByText('Approval requested').waitFor();
  await before.getByRole('link', { name: 'A change is waiting for approval' }).waitFor();
  // One's own request is not counted.
  await eventually(async () => expect(await before.getByLabel('1 for you').count()).toBe(0));
  await expectUntold(before, NOT_SWITCHED);
  await expectAccessible(before);
  await before.getByRole('link', { name: 'A change is waiting for approval' }).click();
  await before.getByRole('button', { name: 'Withdraw' }).waitFor();
  await expectUntold(before, 'Press A on a request');

  const page = await browser.open(reviewer, `/projects/${project.id}/requests`);
  const request = page.getByRole('article', { name: `${author.name} wants to turn on dark-mode in Production` });
  await request.getByText('for the sale').waitFor();
  await page.getByLabel('1 for you').waitFor();
  await request.getByRole('link', { name: 'dark-mode' }).waitFor();
  await expectAccessible(page);
  await request.focus();
  await page.keyboard.press('a');
  await request.getByText('Nothing has changed yet. Apply the request to make the change.').waitFor();
  await before.getByRole('button', { name: 'Apply' }).waitFor();
  await request.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('The request was applied').waitFor();
  expect(await valueIn(author, flag, project.production)).toMatchObject({ is_enabled: true });
  await page.getByText('No change requests').waitFor();

  const patch = {
    targeting_attribute: 'email',
    targeting_value: 'alice\u200B@example.com',
    targeting_return_value: 'true',
  };
  await project.owner.client.post(`/api/environments/${project.production.id}/change-requests`, {
    changes: [{ flag_id: flag.id, patch }],
  });
  const hidden = page.getByRole('article', { name: `${project.owner.name} wants to change dark-mode in Production` });
  await hidden.getByText('U+200B').waitFor();
  await expectAccessible(page);
  await hidden.getByRole('button', { name: 'Approve', exact: true }).click();
  await hidden.getByText(`${reviewer.name} joined`).filter({ hasText: 'invited by the author' }).waitFor();
});

it('clears unsaved changes on the flag page once requested, but not when cancelled', async () => {
  const project = await openProject();
  const flag = await aFlag(project, { key: 'dark-mode' });
  await settings(project, { approvals: 1 });
  const author = await aMember(url, project, 'editor');
  const page = await browser.open(author, `/projects/${project.id}/flags/${flag.id}`);
  const unsaved = page.getByRole('region', { name: 'Unsaved changes' });
  await page.getByRole('switch', { name: /Production/ }).click();
  await unsaved.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await eventually(async () => expect(await page.getByRole('dialog').count()).toBe(0));
  await unsaved.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Request approval' }).click();
  await page.getByText('A change is waiting for approval.').waitFor();
  await eventually(async () => expect(await unsaved.count()).toBe(0));
  await expectUntold(page, 'was not saved');
  await page.getByRole('link', { name: 'Show change requests' }).click();
  await page.getByRole('article').waitFor();

  await page.goto(`${url}/projects/${project.id}/flags/${flag.id}`);
  await page.getByRole('button', { name: 'More for dark-mode' }).click();
  await page.getByRole('menuitem', { name: 'Schedule a change…' }).click();
  await page.getByRole('dialog').getByLabel('Environment').selectOption('Production');
  await page.getByText('The plan starts once someone else has approved it.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Request approval' }).waitFor();
});

it('requests approval for a promotion, and lets an owner override it with one reason', async () => {
  const project = await openProject();
  const flag = await aFlag(project, { key: 'dark-mode' });
  await aFlag(project, { key: 'search' });
  const value = `/api/flags/${flag.id}/environments/${project.development.id}`;
  await project.owner.client.patch(value, { is_enabled: true, rollout_percentage: 20 });
  await settings(project, { approvals: 1 });
  const author = await aMember(url, project, 'editor');
  const address = `/projects/${project.id}/compare?from=development&to=production`;
  const page = await browser.open(author, address);
  await page.getByLabel('Select dark-mode').click();
  await page.getByRole('button', { name: 'Promote to Production…' }).click();
  const plan = page.getByRole('dialog', { name: 'Promote from Development to Production?' });
  await plan.getByText('100%').waitFor();
  await plan.getByText('20%').waitFor();
  await expectAccessible(page);
  await plan.getByRole('button', { name: 'Request approval' }).click();
  await page.getByText('Approval requested').waitFor();
  await eventually(async () => expect(await page.getByRole('dialog').count()).toBe(0));
  const { body: requests } = await author.client.get(`/api/projects/${project.id}/change-requests`);
  expect(requests).toMatchObject([
    { changes: [{ key: 'dark-mode', to: { is_enabled: true, rollout_percentage: 20 } }] },
  ]);

  const owner = await browser.open(project.owner, address);
  await owner.getByLabel('Select dark-mode').click();
  await owner.getByRole('button', { name: 'Promote to Production…' }).click();
  await owner.getByLabel('Reason (required to override)').fill('customers cannot pay');
  await owner.getByRole('button', { name: 'Request approval' }).waitFor();
  await owner.getByText('has already requested a change here.').waitFor();
  await owner.getByRole('button', { name: 'Override approval' }).click();
  await owner.getByText('1 flag in Production has the values of Development').waitFor();
  expect(await valueIn(author, flag, project.production)).toMatchObject({ is_enabled: true, rollout_percentage: 20 });
});

it('requests to archive, unarchive and delete a flag in one dialog each, which a reviewer approves and applies at once', async () => {
  const project = await openProject();
  const flag = await aFlag(project, { key: 'dark-mode' });
  await settings(project, { approvals: 1, protected: true });
  const author = await aMember(url, project, 'editor');
  const reviewer = await aMember(url, project, 'editor');
  const page = await browser.open(author, `/projects/${project.id}/flags/${flag.id}`);
  const dialog = page.getByRole('dialog');
  const queue = await browser.open(reviewer, `/projects/${project.id}/requests`);
  const openFromMenu = async (item: string) => {
    await page.getByRole('button', { name: 'More for dark-mode' }).click();
    await page.getByRole('menuitem', { name: new RegExp(`^${item}`) }).click();
  };
  const settle = async (verb: string, what: string) => {
    await dialog.getByText(what).waitFor();
    await eventually(async () => expect(await dialog.count()).toBe(1));
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Request approval' }).click();
    await eventually(async () => expect(await dialog.count()).toBe(0));
    const request = queue.getByRole('article', {
      name: `${author.name} wants to ${verb} dark-mode in all environments`,
    });
    await request.waitFor();
    await expectAccessible(queue);
    await request.getByRole('button', { name: 'Approve and apply' }).click();
    await queue.getByText('The request was applied').waitFor();
    await request.waitFor({ state: 'detached' });
  };
  await openFromMenu('Archive');
  await settle('archive', "In apps that still use it, your code's default applies.");
  await page.getByRole('button', { name: 'Unarchive' }).click();
  await settle('unarchive', 'Unarchived: apps get its values again.');
  await page.getByRole('button', { name: 'Unarchive' }).waitFor({ state: 'detached' });
  const override = { 'burgee-bypass-reason': 'no longer used' };
  await project.owner.client.post(`/api/flags/${flag.id}/archive`, undefined, override);
  await page.getByRole('button', { name: 'Unarchive' }).waitFor();
  await openFromMenu('Delete');
  await settle('delete', 'The flag is deleted in all environments.');
  expect((await author.client.get(`/api/flags/${flag.id}`)).status).toBe(404);
});

it('shows the change rules of all environments in the settings, and next to Protected', async () => {
  const project = await openProject();
  await settings(project, { approvals: 1 });
  const page = await browser.open(project.owner, `/projects/${project.id}/settings`);
  const rules = page.getByRole('region', { name: 'Change rules' });
  await rules.getByText('Requires 1 approval').waitFor();
  await expectAccessible(page);
  await rules.getByRole('button', { name: 'Change rules of Development' }).click();
  await page.getByRole('dialog').getByRole('switch', { name: 'Require a comment' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await rules.getByText('Requires a comment').waitFor();
  await page.goto(`${url}/projects/${project.id}/environments`);
  await page.getByRole('button', { name: 'Change Production' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByText('Requires 1 approval').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Change rules' }).click();
  await page.getByRole('dialog', { name: 'Change rules' }).waitFor();
});

it('requests a bulk switch and restores in their own dialogs, and brings flags back only by an owner', async () => {
  const project = await openProject();
  const [flag, gone] = [await aFlag(project, { key: 'dark-mode' }), await aFlag(project, { key: 'old-search' })];
  const place = `/api/flags/${flag.id}/environments/${project.production.id}`;
  await project.owner.client.patch(place, { rollout_percentage: 20 });
  await project.owner.client.patch(`/api/flags/${gone.id}/environments/${project.production.id}`, { is_enabled: true });
  const then = new Date().toISOString();
  await project.owner.client.patch(place, { rollout_percentage: 50 });
  await project.owner.client.post(`/api/flags/${gone.id}/archive`);
  await settings(project, { approvals: 1, protected: true });
  const author = await aMember(url, project, 'editor');
  const page = await browser.open(author, `/projects/${project.id}/flags`);
  const dialog = page.getByRole('dialog');
  const ask = async () => {
    await eventually(async () => expect(await dialog.count()).toBe(1));
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Request approval' }).click();
    await eventually(async () => expect(await dialog.count()).toBe(0));
    const { body } = await author.client.get(`/api/projects/${project.id}/change-requests`);
    return body[0].changes.map(({ to }: { to: object }) => to);
  };
  await page.getByLabel('Select dark-mode').click();
  await page.getByRole('button', { name: 'Switch…' }).click();
  await dialog.getByLabel('Environment').selectOption(project.production.id);
  expect(await ask()).toMatchObject([{ is_enabled: true, rollout_percentage: 50 }]);

  await page.goto(`${url}/projects/${project.id}/as-it-was?environment=${project.production.id}&at=${then}`);
  await page.getByRole('button', { name: 'Restore…' }).click();
  await dialog.getByText('A request cannot bring back archived or deleted flags: old-search.').waitFor();
  await dialog.getByText('You have already requested a change here.').waitFor();
  expect(await ask()).toMatchObject([{ is_enabled: false, rollout_percentage: 20 }]);

  await page.goto(`${url}/projects/${project.id}/history?flag=${flag.id}`);
  const changed = page.locator('ol > li').filter({ hasText: 'Rollout 20% → 50%' });
  await changed.getByRole('button', { name: 'Details' }).click();
  await changed.getByRole('button', { name: 'Restore…' }).click();
  expect(await ask()).toMatchObject([{ rollout_percentage: 20 }]);

  const owner = await browser.open(
    project.owner,
    `/projects/${project.id}/as-it-was?environment=${project.production.id}&at=${then}`,
  );
  await owner.getByRole('button', { name: 'Restore…' }).click();
  await owner.getByRole('dialog').getByText('is unarchived in every environment').waitFor();
  await owner.getByLabel('Reason (required to override)').fill('customers cannot pay');
  await owner.getByRole('button', { name: 'Override approval' }).click();
  await owner.getByText('Production was restored: 2 flags changed').waitFor();
  expect(await valueIn(author, flag, project.production)).toMatchObject({ rollout_percentage: 20 });
});
