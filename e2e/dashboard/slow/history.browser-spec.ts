import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import {
  aFlag,
  aMember,
  aProject,
  type Environment,
  eventually,
  type Flag,
  type Project,
  queryDatabase,
  sharedCluster,
} from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { aBrowser, expectAccessible, expectNoMarkup, expectNoSidewaysScroll, MARKUP } from '../browser.js';

const { url } = sharedCluster();
const browser = aBrowser();

const edit = ({ owner }: Project, flag: Flag, environment: Environment, body: object) =>
  owner.client.patch(`/api/flags/${flag.id}/environments/${environment.id}`, body);
const valueOf = async ({ owner }: Project, flag: Flag, environment: Environment) =>
  (await owner.client.get(`/api/flags/${flag.id}/environments`)).body.find(
    (row: { environment_id: string }) => row.environment_id === environment.id,
  );
/** Resolves when the history has this many entries, which arrive after the changes. */
const untilRecorded = ({ id, owner }: Project, count: number) =>
  eventually(async () => {
    const { body } = await owner.client.get(`/api/projects/${id}/audit?limit=1000`);
    expect(body).toHaveLength(count);
  });
const entries = (page: Page) => page.locator('ol > li');
const entry = (page: Page, text: string) => entries(page).filter({ hasText: text });

const detailsOf = (line: Locator) => line.getByRole('button', { name: 'Details' });

async function download(page: Page, format: string): Promise<string> {
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format }).click(),
  ]);
  // `text` of stream/consumers would drop the byte order mark.
  return (await buffer(await file.createReadStream())).toString();
}

describe('the history', () => {
  it('shows authors and changed fields, and new entries live', async () => {
    const project = await aProject(url, { description: MARKUP });
    const flag = await aFlag(project, { key: 'new-checkout', name: MARKUP });
    await edit(project, flag, project.production, { is_enabled: true, rollout_percentage: 25 });
    const page = await browser.open(project.owner, `/projects/${project.id}/flags/${flag.id}`);
    await page.getByRole('tab', { name: 'Activity' }).click();
    const switched = entry(page, 'switched on new-checkout in Production').filter({ hasText: 'Rollout 100% → 25%' });
    await detailsOf(switched).click();
    await eventually(async () =>
      expect(await switched.locator('dl > div').allTextContents()).toEqual(['Statusoffon', 'Rollout100%25%']),
    );
    await detailsOf(entry(page, 'created the flag')).click();
    await expectNoMarkup(page);
    await expectAccessible(page);
    await edit(project, flag, project.production, { is_enabled: false });
    await entry(page, 'switched off new-checkout in Production').waitFor();
  });

  it('shows changes that have not reached it to owners only', async () => {
    const project = await aProject(url);
    const admin = await aMember(url, project, 'admin');
    const id = randomUUID();
    await queryDatabase(
      `insert into flags.outbox (event_id, kind, payload, dead_lettered_at)
       values ($1, 'audit', jsonb_build_object('project_id', $2::text), now())`,
      [id, project.id],
    );
    try {
      const page = await browser.open(project.owner, `/projects/${project.id}/history`);
      await page.getByRole('status').filter({ hasText: '1 change is missing from the history' }).waitFor();
      await expectAccessible(page);
      const other = await browser.open(admin, `/projects/${project.id}/history`);
      await entry(other, 'created the project').waitFor();
      await eventually(async () => expect(await other.getByText('missing from the history').count()).toBe(0));
    } finally {
      await queryDatabase('delete from flags.outbox where event_id = $1', [id]);
    }
  });

  it('filters entries, and puts the filters into the address', async () => {
    const project = await aProject(url);
    const [one, other] = [await aFlag(project, { key: 'one' }), await aFlag(project, { key: 'other' })];
    const editor = await aMember(url, project, 'editor');
    await editor.client.patch(`/api/flags/${one.id}/environments/${project.development.id}/toggle`, {
      is_enabled: true,
    });
    await edit(project, other, project.production, { is_enabled: true });
    const page = await browser.open(project.owner, `/projects/${project.id}/history?flag=${one.id}`);
    await entry(page, 'created the flag one').waitFor();
    await eventually(async () => expect(await entries(page).count()).toBe(2));
    await page.getByLabel('Person').first().click();
    await page.getByRole('option', { name: editor.name }).click();
    await eventually(async () => expect(await entries(page).count()).toBe(1));
    await eventually(() => {
      const address = new URL(page.url());
      expect(Object.fromEntries(address.searchParams)).toEqual({ flag: one.id, actor: editor.id });
    });
    await page.reload();
    await entry(page, 'switched on one in Development').waitFor();
    await page.getByLabel('Day', { exact: true }).first().click();
    await page.getByRole('option', { name: 'Choose days…' }).click();
    await page.getByLabel('To day').fill('2020-01-01');
    await page.getByText('No changes match').waitFor();
    await page.getByText(`Your search: one · ${editor.name} · through Wednesday, January 1, 2020.`).waitFor();
    await page.getByRole('button', { name: 'Show the whole history' }).click();
    await entry(page, 'created the project').waitFor();
    // The filter for toggles also finds an edit that toggled.
    await page.getByLabel('Action', { exact: true }).first().click();
    await page.getByRole('option', { name: 'Flag switched' }).click();
    await page.getByText('2 entries found', { exact: true }).waitFor();
    await entry(page, 'switched on other in Production').getByRole('button', { name: 'Details' }).waitFor();
    expect(new URL(page.url()).searchParams.get('action')).toBe('flag_switch');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await entry(page, 'created the project').waitFor();
    await page.getByRole('searchbox', { name: 'Search the history' }).fill('OTHER production');
    await eventually(async () => expect(await entries(page).count()).toBe(1));
    await page.getByText('1 entry found', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('OTHER production');
  });

  it('has its filters behind a button on a phone, and the exact time of an entry on focus', async () => {
    const project = await aProject(url);
    const page = await browser.open(project.owner, `/projects/${project.id}/history`, { phone: true });
    const created = entry(page, 'created the project');
    await created.waitFor();
    const person = page.getByRole('combobox', { name: 'Person' });
    await person.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Filters' }).click();
    await person.waitFor();
    await expectNoSidewaysScroll(page);
    await created.locator('time').focus();
    await page
      .getByRole('tooltip')
      .filter({ hasText: /\d:\d\d:\d\d/ })
      .waitFor();
  });

  it('restores an earlier value without overwriting a newer one', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const rule = { targeting_attribute: 'plan', targeting_value: 'pro', targeting_return_value: 'true' };
    await edit(project, flag, project.production, { is_enabled: true, rollout_percentage: 10, ...rule });
    await edit(project, flag, project.production, {
      rollout_percentage: 100,
      targeting_attribute: null,
      targeting_value: null,
    });
    // The project, its two environments, the flag, and the two changes.
    await untilRecorded(project, 6);
    const page = await browser.open(project.owner, `/projects/${project.id}/history?flag=${flag.id}`);
    await detailsOf(entries(page).first()).click();
    await entries(page).first().getByRole('button', { name: 'Restore…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('100%').waitFor();
    await dialog.getByText('This environment is protected').waitFor();
    // The page does not learn of another user's change while its own answer is on the way.
    await page.route(
      `**/api/flags/${flag.id}/environments/**`,
      async (route) => {
        await edit(project, flag, project.production, { rollout_percentage: 77 });
        await route.continue();
      },
      { times: 1 },
    );
    await dialog.getByRole('button', { name: 'Restore in Production' }).click();
    await dialog.getByText('Someone else changed this flag').waitFor();
    await dialog.getByText('77%').waitFor();
    expect(await valueOf(project, flag, project.production)).toMatchObject({ rollout_percentage: 77 });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Restore in Production' }).click();
    await page.getByText(`${flag.key} was restored in Production`).waitFor();
    expect(await valueOf(project, flag, project.production)).toMatchObject({
      is_enabled: true,
      rollout_percentage: 10,
      ...rule,
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Undo in Production' }).click();
    await page.getByText(`Undone: ${flag.key} in Production has its previous value`).waitFor();
    expect(await valueOf(project, flag, project.production)).toMatchObject({
      rollout_percentage: 77,
      targeting_attribute: null,
    });
  });

  it('confirms before it restores a deleted flag that is on in a protected environment', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    await edit(project, flag, project.production, { is_enabled: true });
    await project.owner.client.delete(`/api/flags/${flag.id}`);
    // The project, its two environments, the flag, the change and the deletion.
    await untilRecorded(project, 6);
    const page = await browser.open(project.owner, `/projects/${project.id}/history`);
    await detailsOf(entry(page, `deleted the flag ${flag.key}`)).click();
    const restore = page.getByRole('button', { name: 'Restore flag' });
    await restore.click();
    const dialog = page.getByRole('dialog', { name: `Restore ${flag.key}?` });
    await dialog.getByText('It is on in Production. Apps there get it again immediately.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await project.owner.client.get(`/api/projects/${project.id}/flags`)).body).toEqual([]);
    await restore.click();
    await dialog.getByRole('button', { name: 'Restore flag' }).click();
    await page.getByText(`${flag.key} was restored`).waitFor();
    expect(await valueOf(project, flag, project.production)).toMatchObject({ is_enabled: true });
  });

  it('shows past flags and their decisions, and restores them', async () => {
    const project = await aProject(url);
    const { owner, production } = project;
    const [flag, gone] = [await aFlag(project, { key: 'new-checkout' }), await aFlag(project, { key: 'gone' })];
    const rule = { targeting_attribute: 'plan', targeting_value: 'pro', targeting_return_value: 'true' };
    await edit(project, flag, production, { is_enabled: true, rollout_percentage: 0, ...rule });
    const { changed_at: at } = (await owner.client.get(`/api/environments/${production.id}/history`)).body;
    await edit(project, flag, production, { is_enabled: false });
    await owner.client.delete(`/api/flags/${gone.id}`);
    const page = await browser.open(
      owner,
      `/projects/${project.id}/as-it-was?environment=${production.id}&at=${encodeURIComponent(at)}`,
    );
    await page.getByText('on for nobody; users whose plan is “pro” get true').waitFor();
    await page.getByLabel('User').fill('{"targetingKey": "user-1", "plan": "pro"}');
    await page.getByRole('button', { name: 'Evaluate' }).click();
    await page.getByText('The rule matches: plan is “pro”.').waitFor();
    expect(page.url()).not.toContain('user-1');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Restore…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('is restored in every environment').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Restore Production' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await valueOf(project, flag, production)).toMatchObject({
      is_enabled: true,
      rollout_percentage: 0,
      ...rule,
    });
    expect((await owner.client.get(`/api/flags/${gone.id}`)).status).toBe(200);

    await edit(project, flag, production, { is_enabled: false });
    // Today at the same time.
    await page.getByRole('combobox', { name: 'Day' }).selectOption('Today');
    await page.getByText('on for nobody; users whose plan is “pro” get true').waitFor();
    await page.getByRole('button', { name: 'Restore…' }).click();
    await dialog.getByRole('button', { name: 'Restore Production' }).click();
    await page.getByText('Production was restored: 1 flag changed').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Undo in Production' }).click();
    await page.getByText('Undone: Production has its previous values').waitFor();
    expect(await valueOf(project, flag, production)).toMatchObject({ is_enabled: false, ...rule });
    await page.getByRole('combobox', { name: 'Day' }).selectOption('Yesterday');
    await page.getByText('The history does not go back that far').waitFor();
  });

  it('loads older pages on scrolling, and exports every entry', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    for (let step = 0; step < 55; step++) await edit(project, flag, project.development, { rollout_percentage: step });
    const viewer = await aMember(url, project, 'viewer');
    // The project, its two environments, the flag, the changes, the invitation and the member.
    await untilRecorded(project, 61);
    const page = await browser.open(viewer, `/projects/${project.id}/history?q=rollout`, { phone: true });
    // An incomplete search says so.
    await page.getByText(/^\d+ entries found so far, searched back to \S/).waitFor();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await eventually(async () => expect(await entries(page).count()).toBe(50));
    await detailsOf(entries(page).first()).click();
    await eventually(async () => expect(await page.getByRole('button', { name: 'Restore…' }).count()).toBe(0));
    await expectNoSidewaysScroll(page);
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    await entry(page, 'created the project').waitFor();
    const { length } = (await viewer.client.get(`/api/projects/${project.id}/audit?limit=1000`)).body;
    // One line for the two environments that the project began with.
    await entry(page, 'created 2 environments').waitFor();
    await eventually(async () => expect(await entries(page).count()).toBe(length - 1));
    // Each export begins with an entry about itself.
    const ndjson = await download(page, 'NDJSON, for programs and integrity checks');
    expect(ndjson.match(/^\{"type":"entry"/gm)).toHaveLength(length + 1);
    const csv = await download(page, 'CSV, for spreadsheets');
    expect(csv.startsWith('\uFEFF')).toBe(true);
    expect(csv.trim().split('\r\n')).toHaveLength(length + 3);
    expect(csv).toContain(`,"flag_update","${flag.key}",`);
    await page.getByRole('button', { name: 'Check integrity' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: `Intact up to entry ${length + 2}` })
      .waitFor();
    await queryDatabase(`
      begin;
      set local session_replication_role = replica;
      delete from audit.entries where chain_id = '${project.id}' and seq between 10 and 11;
      commit`);
    await page.getByRole('button', { name: 'Check integrity' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Entries 10 to 11 were removed.' });
    await alert.filter({ hasText: 'Entries up to 9 are intact.' }).waitFor();
  });
});
