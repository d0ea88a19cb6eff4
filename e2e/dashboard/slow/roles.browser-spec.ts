import {
  addMember,
  aFlag,
  aMember,
  aProject,
  aSchedule,
  aUser,
  eventually,
  PASSWORD,
  type Project,
  sharedCluster,
  type User,
} from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { aBrowser, expectAccessible, expectNoSidewaysScroll } from '../browser.js';
import { signedInLongAgo } from '../../security/database.js';
import { hold } from '../hold.js';
import { flagsOf, openLine } from '../screens.js';

const { url } = sharedCluster();
const browser = aBrowser();
const WIDTHS = [390, 1024, 1440] as const;

const expectClosed = (one: Locator, isClosed = true) =>
  eventually(async () => expect(await one.isDisabled()).toBe(isClosed));
const openRoles = (page: Page, { name }: User) =>
  page.getByRole('button', { name: `Roles of ${name} per environment` }).click();
const peopleOf = ({ id }: Project) => `/projects/${id}/people`;

describe('the roles of a member per environment', () => {
  it.each(WIDTHS)('are set at %s pixels, in light and in dark, by keyboard', async (width) => {
    const project = await aProject(url, {
      environments: ['Development', 'Staging', 'An environment with a long name for a phone', 'Production'].map(
        (name) => ({ name }),
      ),
    });
    const member = await aMember(url, project, 'viewer');
    const page = await browser.open(project.owner, peopleOf(project), { width });
    await openRoles(page, member);
    const dialog = page.getByRole('dialog');
    const staging = dialog.getByLabel('Staging');
    await staging.waitFor();
    await expectClosed(dialog.getByRole('button', { name: 'Save' }));
    await expectAccessible(page);
    await eventually(() => expectNoSidewaysScroll(page));
    await staging.focus();
    await page.keyboard.press('End');
    await eventually(async () => expect(await staging.inputValue()).toBe('editor'));
    await dialog.getByRole('button', { name: 'Save' }).focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Editor in Staging').waitFor();
    await expectAccessible(page);
    await eventually(() => expectNoSidewaysScroll(page));
  });

  it('stay as they are when saving fails, and the dialog cannot be closed until then', async () => {
    const project = await aProject(url);
    const member = await aMember(url, project, 'editor');
    const page = await browser.open(project.owner, peopleOf(project));
    await openRoles(page, member);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Production').selectOption('Viewer');
    const saving = await hold(page, `**/members/${member.id}`, async (route) => () => route.abort());
    await dialog.getByRole('button', { name: 'Save' }).click();
    await saving.reached;
    await page.keyboard.press('Escape');
    await expectClosed(dialog.getByRole('button', { name: 'Cancel' }));
    saving.release();
    await dialog.getByRole('alert').waitFor();
    await expectAccessible(page);
    await eventually(async () => expect(await dialog.getByLabel('Production').inputValue()).toBe('viewer'));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await eventually(async () => expect(await page.getByText('Viewer in Production').count()).toBe(0));
  });

  it('are not offered for admins, nor in a project without environments', async () => {
    const project = await aProject(url);
    const member = await aMember(url, project, 'editor');
    const page = await browser.open(project.owner, peopleOf(project));
    const row = (person: User) => page.getByRole('listitem').filter({ hasText: person.email });
    const offered = (person: User) => row(person).getByRole('button', { name: /per environment/ });
    await offered(member).waitFor();
    await eventually(async () => expect(await offered(project.owner).count()).toBe(0));
    for (const { id } of [project.development, project.production])
      await project.owner.client.delete(`/api/projects/${project.id}/environments/${id}`);
    await page.reload();
    await row(member).waitFor();
    await eventually(async () => expect(await offered(member).count()).toBe(0));
  });
});

describe('the roles of an invitation per environment', () => {
  it.each(WIDTHS)('are chosen with the role at %s pixels, and shown with the link', async (width) => {
    const project = await aProject(url);
    const page = await browser.open(project.owner, peopleOf(project), { width });
    await page.getByRole('button', { name: 'Per environment' }).click();
    const roles = page.getByRole('group', { name: 'Per environment' });
    await roles.getByLabel('Production').selectOption('Viewer');
    await expectAccessible(page);
    await eventually(() => expectNoSidewaysScroll(page));
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByText('joins as editor (viewer in Production)').waitFor();
    const list = page.getByRole('list', { name: 'Open invitations' });
    await list.getByText('Editor, Viewer in Production').waitFor();
    // For the next person.
    await eventually(async () => expect(await roles.getByLabel('Production').inputValue()).toBe('viewer'));
    await expectAccessible(page);
    await eventually(() => expectNoSidewaysScroll(page));
    const { body } = await project.owner.client.get(`/api/projects/${project.id}/invitations`);
    expect(body).toMatchObject([{ role: 'editor', environment_roles: { [project.production.id]: 'viewer' } }]);
    await page.getByLabel('Role', { exact: true }).first().selectOption('Admin');
    await page.getByRole('button', { name: 'Per environment' }).waitFor({ state: 'detached' });
  });
});

describe('ten minutes after signing in', () => {
  it('the password is asked for in place, and what was chosen stays', async () => {
    const project = await aProject(url);
    const { owner } = project;
    const member = await aMember(url, project, 'editor');
    const page = await browser.open(owner, peopleOf(project));
    const dialog = page.getByRole('dialog');
    const prove = async (within: Page | Locator, action: string) => {
      const password = within.getByLabel('Your password', { exact: true });
      await password.waitFor();
      await eventually(async () =>
        expect(await password.evaluate((field) => field === document.activeElement)).toBe(true),
      );
      await expectAccessible(page);
      await password.fill(PASSWORD);
      await within.getByRole('button', { name: action, exact: true }).click();
    };

    await signedInLongAgo(owner);
    const role = page.getByLabel(`Role of ${member.name}`, { exact: true });
    await role.selectOption('Viewer');
    await prove(dialog, 'Make a viewer');
    await page.getByText(`${member.name} is now a viewer`).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await eventually(async () => expect(await role.inputValue()).toBe('viewer'));

    await signedInLongAgo(owner);
    await openRoles(page, member);
    await dialog.getByLabel('Production').selectOption('Editor');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await prove(dialog, 'Save');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Editor in Production').waitFor();

    await signedInLongAgo(owner);
    const invite = page.getByRole('region', { name: 'Invite people' });
    await invite.getByLabel('Email').fill('grace@example.com');
    await invite.getByLabel('Role', { exact: true }).selectOption('Admin');
    await invite.getByRole('button', { name: 'Create link' }).click();
    await prove(invite, 'Create link');
    await page.getByText('joins as admin. Send it only to grace@example.com').waitFor();
    const shown = page.getByLabel('Invitation link', { exact: true });
    const first = await shown.textContent();
    await signedInLongAgo(owner);
    await page.getByRole('button', { name: 'Create a new link for grace@example.com' }).click();
    await prove(dialog, 'Create a new link');
    await eventually(async () => expect(await shown.textContent()).not.toBe(first));

    await signedInLongAgo(owner);
    await page.goto(`${url}/projects/${project.id}/settings`);
    await page.getByRole('button', { name: 'Delete project' }).click();
    const { name } = (await owner.client.get(`/api/projects/${project.id}`)).body;
    await dialog.getByRole('textbox').fill(name);
    await dialog.getByRole('button', { name: 'Delete project' }).click();
    await prove(dialog, 'Delete project');
    await page.getByText(`${name} was deleted`).waitFor();
  }, 180_000);
});

/** A project with something to do in Production, and a member who edits Development alone. */
async function limited(role: 'viewer' | 'editor') {
  const project = await aProject(url);
  const flag = await aFlag(project);
  await aSchedule(project, flag);
  const value = `/api/flags/${flag.id}/environments/${project.development.id}`;
  await project.owner.client.patch(value, { is_enabled: true });
  await project.owner.client.post(`/api/environments/${project.production.id}/change-requests`, {
    changes: [{ flag_id: flag.id, patch: { rollout_percentage: 9 } }],
  });
  const member = await aUser(url);
  const own = role === 'viewer' ? { [project.development.id]: 'editor' } : { [project.production.id]: 'viewer' };
  await addMember(project, member, role, own);
  return { project, flag, member };
}
const WHY = 'You are a viewer in Production.';

describe('a member who edits Development alone', () => {
  it.each(['viewer', 'editor'] as const)('sees why acts in Production are closed, as %s elsewhere', async (role) => {
    const { project, flag, member } = await limited(role);
    const page = await browser.open(member, `${flagsOf(project)}/${flag.id}`);
    const everywhere = role === 'viewer' ? 'You are a viewer of the project.' : WHY;
    await page.getByText(WHY).first().waitFor();
    await openLine(page, 'Production');
    await page.getByRole('button', { name: `More for ${flag.key}` }).click();
    const archive = page.getByRole('menuitem', { name: 'Archive…' });
    await archive.getByText(everywhere).waitFor();
    await expectClosed(archive);
    if (role === 'editor') {
      await page.getByRole('menuitem', { name: 'Edit details' }).click();
      await page.getByRole('dialog').getByText(WHY).waitFor();
      await expectClosed(page.getByRole('textbox', { name: 'Name' }));
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: `More for ${flag.key}` }).click();
    }
    await page.getByRole('menuitem', { name: 'Schedule a change…' }).click();
    const production = page.getByRole('dialog').getByRole('option', { name: 'Production (you are a viewer)' });
    await production.waitFor({ state: 'attached' });
    await expectClosed(production);
    for (const [path, closed] of [
      ['requests', 'Approve'],
      ['schedules', 'Pause'],
      ['compare?from=development&to=production', 'Promote'],
      [`as-it-was?environment=${project.production.id}`, 'Restore…'],
    ]) {
      await page.goto(`${url}/projects/${project.id}/${path}`);
      await page.getByText(WHY).first().waitFor();
      const closedButtons = page.getByRole('button', { name: closed });
      await eventually(async () => expect({ path, shown: await closedButtons.count() }).toEqual({ path, shown: 0 }));
      await expectAccessible(page);
      await eventually(() => expectNoSidewaysScroll(page));
    }
    await page.goto(`${url}/projects/${project.id}/environments`);
    await page.getByText(`${WHY} Only editors, admins and owners can see keys.`).first().waitFor();
    const keysOf = (environment: string) => page.locator(`main code[aria-label$="${environment}"]`).count();
    await eventually(async () => expect([await keysOf('Development'), await keysOf('Production')]).toEqual([2, 0]));
  });

  it.each(WIDTHS)('selects flags and sees why they cannot be archived, at %s pixels', async (width) => {
    const { project, flag, member } = await limited('editor');
    const page = await browser.open(member, flagsOf(project), { width });
    await page.getByRole('checkbox', { name: new RegExp(flag.key) }).click();
    const bar = page.getByRole('region', { name: /selected/i });
    await bar.getByText(WHY).waitFor();
    await expectClosed(bar.getByRole('button', { name: 'Archive…' }));
    await expectClosed(bar.getByRole('button', { name: 'Tag…' }), false);
    await expectAccessible(page);
    await eventually(() => expectNoSidewaysScroll(page));
    await bar.getByRole('button', { name: 'Switch…' }).click();
    const production = page.getByRole('dialog').getByRole('option', { name: 'Production (you are a viewer)' });
    await production.waitFor({ state: 'attached' });
    await expectClosed(production);
  });
});
