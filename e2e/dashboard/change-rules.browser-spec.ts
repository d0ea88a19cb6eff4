import { aFlag, aMember, aProject, eventually, type Project, sharedCluster } from '@burgee/testing';
import { expect, it } from '@jest/globals';
import { aBrowser, expectAccessible } from './browser.js';
import { projectAudit } from '../interface/audit-calls.js';
import { valueIn } from '../interface/flag-calls.js';

const { url } = sharedCluster();
const browser = aBrowser();

/** Both without protection, so that a switch asks for nothing else. */
const openProject = () => aProject(url, { environments: [{ name: 'Development' }, { name: 'Production' }] });
const settings = ({ owner, id, production }: Project, patch: object) =>
  owner.client.patch(`/api/projects/${id}/environments/${production.id}`, patch);

it('a freeze is set in the page and shown beside its switches; an owner who goes past it says why, others are refused', async () => {
  const project = await openProject();
  const flag = await aFlag(project, { key: 'dark-mode' });
  const page = await browser.open(project.owner, `/projects/${project.id}/environments`);
  await page.getByRole('button', { name: 'Change Production' }).click();
  await page.getByRole('menuitem', { name: 'Freeze, comments, approvals' }).click();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  await page.getByLabel('Frozen until').fill(tomorrow);
  await page.getByLabel('Reason').fill('the sale');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save rules' }).click();
  await page.getByText(/^Frozen until .*: the sale$/).waitFor();

  await page.goto(`${url}/projects/${project.id}/flags`);
  await page.getByRole('columnheader', { name: /Production.*Frozen until/ }).waitFor();
  const toggle = page.getByRole('switch', { name: 'dark-mode in Production' });
  await toggle.click();
  await page.getByLabel('Why can this not wait?').fill('customers cannot pay');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Change it anyway' }).click();
  await eventually(async () =>
    expect(await valueIn(project.owner, flag, project.production)).toMatchObject({ is_enabled: true }),
  );
  const [entry] = await projectAudit(project, { action: 'flag_toggle' }, 1);
  expect(entry.bypass_reason).toBe('customers cannot pay');
  await page.goto(`${url}/projects/${project.id}/history`);
  await page.getByText('Bypassed the rules for changes: customers cannot pay').waitFor();

  const editor = await aMember(url, project, 'editor');
  const others = await browser.open(editor, `/projects/${project.id}/flags/${flag.id}`);
  await others.getByText(/^Frozen until .*: the sale$/).waitFor();
  await others.goto(`${url}/projects/${project.id}/flags`);
  await others.getByRole('switch', { name: 'dark-mode in Production' }).click();
  await others.getByText(/Production is frozen until/).waitFor();
  await eventually(async () => expect(await others.getByRole('dialog').count()).toBe(0));
});

it('a comment is asked for where an environment wants one; without it nothing changes', async () => {
  const project = await openProject();
  const flag = await aFlag(project, { key: 'dark-mode' });
  await settings(project, { comment_required: true });
  const page = await browser.open(project.owner, `/projects/${project.id}/flags`);
  const toggle = page.getByRole('switch', { name: 'dark-mode in Production' });
  await toggle.click();
  await page.getByLabel('Why this change?').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await eventually(async () => expect(await toggle.getAttribute('aria-checked')).toBe('false'));
  await toggle.click();
  await page.getByLabel('Why this change?').fill('for the sale');
  await page.getByRole('button', { name: 'Make the change' }).click();
  await eventually(async () =>
    expect(await valueIn(project.owner, flag, project.production)).toMatchObject({ is_enabled: true }),
  );
  await page.goto(`${url}/projects/${project.id}/history`);
  await page.getByText('for the sale').waitFor();
});

it('who may not change something alone asks for approval; another approves it in the queue with one key, and it is applied', async () => {
  const project = await openProject();
  const flag = await aFlag(project, { key: 'dark-mode' });
  const [author, reviewer] = [await aMember(url, project, 'editor'), await aMember(url, project, 'editor')];
  const before = await browser.open(author, `/projects/${project.id}/flags`);
  await before.getByRole('switch', { name: 'dark-mode in Production' }).waitFor();
  await eventually(async () => expect(await before.getByRole('link', { name: 'Change requests' }).count()).toBe(0));
  await settings(project, { approvals: 1 });
  await before.getByRole('link', { name: 'Change requests' }).waitFor();
  await before.getByRole('switch', { name: 'dark-mode in Production' }).click();
  await before.getByLabel('Why this change?').fill('for the sale');
  await expectAccessible(before);
  await before.getByRole('button', { name: 'Ask for approval' }).click();
  await before.getByText('The change is waiting for approval').waitFor();

  const page = await browser.open(reviewer, `/projects/${project.id}/requests`);
  const request = page.getByRole('article', { name: `${author.name} wants to change 1 flag in Production` });
  await request.getByText('for the sale').waitFor();
  await expectAccessible(page);
  await request.focus();
  await page.keyboard.press('a');
  await request.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('The request was applied').waitFor();
  expect(await valueIn(author, flag, project.production)).toMatchObject({ is_enabled: true });
  await page.getByText('No change requests').waitFor();
});
