import {
  aFlag,
  aMember,
  aProject,
  eventually,
  type Flag,
  PASSWORD,
  type Project,
  sharedCluster,
} from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aBrowser, expectNoSidewaysScroll } from './browser.js';
import { stored } from './screens.js';

const { url } = sharedCluster();
const browser = aBrowser();
const PLAIN = { environments: [{ name: 'Development' }, { name: 'Production' }] };
const GUARDED = { environments: [{ name: 'Development' }, { name: 'Production', protected: true }] };

const pageOf = ({ id }: Project, flag: Flag) => `/projects/${id}/flags/${flag.id}`;

/** They are stored after what they are about is drawn. */
const expectNoDrafts = (page: Page) =>
  eventually(async () =>
    expect(await page.evaluate('Object.keys(sessionStorage).filter((name) => /drafts/.test(name))')).toEqual([]),
  );

/** A project with a flag, and its page before its owner. */
async function aFlagPage(projectRequest: object = {}, flagRequest: object = {}) {
  const project = await aProject(url, projectRequest);
  const flag = await aFlag(project, flagRequest);
  const page = await browser.open(project.owner, pageOf(project, flag));
  return { project, flag, page };
}

describe("a flag's page", () => {
  it('changes wait in one bar that says what will change, and are saved together', async () => {
    const { project, flag, page } = await aFlagPage(PLAIN, { type: 'number' });
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    const development = page.getByRole('region', { name: /Development/ });
    await development.getByRole('switch', { name: 'Switch in Development' }).click();
    await page.getByLabel('Rollout in Production, percent').fill('35');
    await development.getByRole('button', { name: 'Add rule' }).click();
    await bar.getByText('Development: Enter an attribute, for example country.').waitFor();
    expect(await bar.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await development.getByLabel('If attribute').fill('country');
    await development.getByLabel('is', { exact: true }).fill('NO');
    await development.getByLabel('the value is').fill('many');
    await development.getByText('Enter a number, for example 20 or 1.5.').waitFor();
    await bar.getByText('Development: Enter a number, for example 20 or 1.5.').waitFor();
    expect(await bar.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await development.getByLabel('the value is').fill('20');
    await bar.getByText('5 unsaved changes').waitFor();
    await development
      .getByText('On: users whose country is NO get 20, all others get the default in your code.')
      .waitFor();
    await bar.getByText('35%').waitFor();
    expect(await stored(project, flag, 'Production')).toMatchObject({ rollout_percentage: 100 });
    await bar.getByRole('button', { name: 'Save' }).click();
    await bar.waitFor({ state: 'detached' });
    expect(await stored(project, flag, 'Production')).toMatchObject({ rollout_percentage: 35, is_enabled: false });
    expect(await stored(project, flag, 'Development')).toMatchObject({
      is_enabled: true,
      rollout_percentage: 100,
      targeting_attribute: 'country',
      targeting_value: 'NO',
      targeting_return_value: '20',
    });
  });

  it('a value without a rule is shown, and a rule takes it from everybody: seen before it is saved', async () => {
    const project = await aProject(url, PLAIN);
    const flag = await aFlag(project, { type: 'number' });
    const lone = { is_enabled: true, rollout_percentage: 25, targeting_return_value: '7' };
    await project.owner.client.patch(`/api/flags/${flag.id}/environments/${project.development.id}`, lone);
    const page = await browser.open(project.owner, pageOf(project, flag));
    const development = page.getByRole('region', { name: /Development/ });
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await development.getByText('On: 25% of users get 7, all others get the default in your code.').waitFor();
    await development.getByText('No rule. When the flag is on, its value is 7.').waitFor();
    await development.getByText(/Values without a rule need @burgee\/sdk 0\.2 or newer/).waitFor();
    await development.getByRole('button', { name: 'Add rule' }).click();
    expect(await development.getByLabel('the value is').inputValue()).toBe('7');
    await bar.getByText('Value without a rule').waitFor();
    await development.getByRole('button', { name: 'Remove rule' }).click();
    await bar.waitFor({ state: 'detached' });

    await development.getByRole('button', { name: 'Add rule' }).click();
    await development.getByLabel('If attribute').fill('country');
    await development.getByLabel('is', { exact: true }).fill('NO');
    await development
      .getByText('On: users whose country is NO get 7, all others get the default in your code.')
      .waitFor();
    await bar.getByRole('button', { name: 'Save' }).click();
    await bar.waitFor({ state: 'detached' });
    await development.getByRole('button', { name: 'Remove rule' }).click();
    await development.getByText('On without a value, so everyone gets the default in your code.').waitFor();
    await bar.getByRole('button', { name: 'Save' }).click();
    await bar.waitFor({ state: 'detached' });
    expect(await stored(project, flag, 'Development')).toMatchObject({
      targeting_attribute: null,
      targeting_value: null,
      targeting_return_value: null,
    });
  });

  it('the slider moves with the keyboard, and a discarded change was none', async () => {
    const { page } = await aFlagPage();
    await page.getByRole('slider', { name: 'Rollout in Development' }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByText('1 unsaved change', { exact: true }).waitFor();
    expect(await page.getByLabel('Rollout in Development, percent').inputValue()).toBe('99');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' });
    expect(await page.getByLabel('Rollout in Development, percent').inputValue()).toBe('100');
  });

  it('a protected environment is asked about once more, with the difference', async () => {
    const { project, flag, page } = await aFlagPage(GUARDED);
    await page.getByRole('switch', { name: 'Switch in Production' }).click();
    await page.getByRole('button', { name: 'Save…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change Production?' });
    await dialog.getByText('off', { exact: true }).waitFor();
    expect(await stored(project, flag, 'Production')).toMatchObject({ is_enabled: false });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await eventually(async () => expect(await stored(project, flag, 'Production')).toMatchObject({ is_enabled: true }));

    // What was asked about comes true elsewhere: the next change does not bring up the question by itself.
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await bar.waitFor({ state: 'detached' });
    await page.getByRole('switch', { name: 'Switch in Production' }).click();
    await page.getByRole('button', { name: 'Save…' }).click();
    await dialog.waitFor();
    await project.owner.client.patch(`/api/flags/${flag.id}/environments/${project.production.id}`, {
      is_enabled: false,
    });
    await bar.waitFor({ state: 'detached' });
    await page.getByRole('switch', { name: 'Switch in Production' }).click();
    await bar.getByText('1 unsaved change', { exact: true }).waitFor();
    expect(await dialog.count()).toBe(0);
  });

  it('two users change the same value: the second sees both versions and decides', async () => {
    const { project, flag, page } = await aFlagPage();
    const colleague = await aMember(url, project, 'editor');
    await page.getByLabel('Rollout in Development, percent').fill('40');
    await page.getByText('1 unsaved change', { exact: true }).waitFor();
    const path = `/api/flags/${flag.id}/environments/${project.development.id}`;
    await colleague.client.patch(path, { is_enabled: true, rollout_percentage: 60 });
    await page.getByText('Someone else changed this').waitFor();
    await page
      .getByRole('region', { name: /Development/ })
      .getByText(`by ${colleague.name}`)
      .waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Development has changed' });
    await dialog.getByText(`${colleague.name} saved another value`).waitFor();
    const cells = (field: string) => dialog.getByRole('row').filter({ hasText: field }).getByRole('cell');
    expect(await cells('Rollout').allInnerTexts()).toEqual(['60%', '40%']);
    expect(await cells('Status').allInnerTexts()).toEqual(['on', 'on']);
    expect(await stored(project, flag, 'Development')).toMatchObject({ rollout_percentage: 60 });
    await dialog.getByRole('button', { name: 'Keep my changes' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await eventually(async () =>
      expect(await stored(project, flag, 'Development')).toMatchObject({ is_enabled: true, rollout_percentage: 40 }),
    );
  });

  it('a save that is overtaken on its way is refused, and shows both versions too', async () => {
    const { project, flag, page } = await aFlagPage();
    await page.getByLabel('Rollout in Development, percent').fill('40');
    await page.route(/\/api\/flags\/[^/]+$|\/flags\?/, (route) => route.abort());
    const path = `/api/flags/${flag.id}/environments/${project.development.id}`;
    await project.owner.client.patch(path, { rollout_percentage: 60 });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`${flag.key} was not saved in Development`).waitFor();
    await page.getByText('Someone else changed this').waitFor();
    await page.getByRole('button', { name: 'Show both versions' }).click();
    await page.getByRole('button', { name: 'Discard my changes' }).click();
    const share = page.getByLabel('Rollout in Development, percent');
    await eventually(async () => expect(await share.inputValue()).toBe('60'));
    expect(await stored(project, flag, 'Development')).toMatchObject({ rollout_percentage: 60 });
  });

  it('compares two environments, and copies one to the other as an unsaved change', async () => {
    const project = await aProject(url, PLAIN);
    const flag = await aFlag(project);
    await project.owner.client.patch(`/api/flags/${flag.id}/environments/${project.development.id}`, {
      is_enabled: true,
      rollout_percentage: 15,
    });
    const page = await browser.open(project.owner, pageOf(project, flag));
    await page.getByRole('button', { name: 'Compare' }).click();
    const dialog = page.getByRole('dialog', { name: `Compare environments of ${flag.key}` });
    await dialog.getByText('Copying would change Production:').waitFor();
    await dialog.getByRole('button', { name: 'Copy to Production' }).click();
    await page.getByText('2 unsaved changes').waitFor();
    expect(await stored(project, flag, 'Production')).toMatchObject({ is_enabled: false, rollout_percentage: 100 });
    await page.getByRole('button', { name: 'Save' }).click();
    await eventually(async () =>
      expect(await stored(project, flag, 'Production')).toMatchObject({ is_enabled: true, rollout_percentage: 15 }),
    );
  });

  it('keeps unsaved changes when the session ends, for the same user only', async () => {
    const { project, flag, page } = await aFlagPage();
    const colleague = await aMember(url, project, 'editor');
    const share = page.getByLabel('Rollout in Development, percent');
    await share.fill('40');
    await page.getByText('1 unsaved change', { exact: true }).waitFor();
    await project.owner.client.post('/api/auth/logout');
    const save = page.getByRole('button', { name: 'Save' });
    // The page may notice first, by its stream, and ask to sign in with nothing left to click. A click that still waited would
    // save after the sign-in.
    await save.click({ timeout: 2_000 }).catch(() => undefined);
    const signIn = async (email: string) => {
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { level: 1, name: flag.key }).waitFor();
    };
    await signIn(project.owner.email);
    await page.getByText('1 unsaved change', { exact: true }).waitFor();
    expect(await share.inputValue()).toBe('40');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`Saved ${flag.key} in Development`).waitFor();
    const { body } = await colleague.client.get(`/api/flags/${flag.id}/environments`);
    expect(body[0]).toMatchObject({ rollout_percentage: 40 });

    await share.fill('50');
    await page.getByText('1 unsaved change', { exact: true }).waitFor();
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save' }).click();
    await signIn(colleague.email);
    await eventually(async () => expect(await share.inputValue()).toBe('40'));
    expect(await page.getByText('unsaved change').count()).toBe(0);
    await expectNoDrafts(page);
  });

  it('leaving without saving asks first, and discards the changes', async () => {
    const { flag, page } = await aFlagPage();
    const share = page.getByLabel('Rollout in Development, percent');
    await share.fill('40');
    const answers: boolean[] = [false, true];
    page.on('dialog', (dialog) => void (answers.shift() ? dialog.accept() : dialog.dismiss()));
    await page.getByRole('link', { name: 'People' }).click();
    await eventually(() => expect(answers).toHaveLength(1));
    await page.getByText('1 unsaved change', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: flag.key }).waitFor();
    expect(await share.inputValue()).toBe('100');
  });

  it('signing out without saving asks first', async () => {
    const { project, page } = await aFlagPage();
    await page.getByLabel('Rollout in Development, percent').fill('40');
    await page.getByText('1 unsaved change', { exact: true }).waitFor();
    const answers: boolean[] = [false, true];
    page.on('dialog', (dialog) => void (answers.shift() ? dialog.accept() : dialog.dismiss()));
    const signOut = async () => {
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    };
    await signOut();
    await eventually(() => expect(answers).toHaveLength(1));
    expect((await project.owner.client.get('/api/auth/me')).status).toBe(200);
    await page.getByText('1 unsaved change', { exact: true }).waitFor();
    await signOut();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(answers).toEqual([]);
    await expectNoDrafts(page);
  });

  it('is archived, found in the archive, and deleted by typing its key, and not by anything else', async () => {
    const { project, flag, page } = await aFlagPage();
    await page.getByRole('button', { name: `More for ${flag.key}` }).click();
    await page.getByRole('menuitem', { name: 'Archive…' }).click();
    await page.getByRole('button', { name: 'Archive', exact: true }).click();
    await page.getByText(`${flag.key} was archived`).waitFor();
    expect((await project.owner.client.get(`/api/projects/${project.id}/flags`)).body).toEqual([]);
    await page.keyboard.press('Control+z');
    await page.getByText(`${flag.key} was unarchived`).waitFor();
    await project.owner.client.post(`/api/flags/${flag.id}/archive`, {});
    await page.getByText('Apps get the default in their code.').waitFor();
    await page.goto(`${url}/projects/${project.id}/flags?archived=true`);
    await page.getByRole('link', { name: flag.key }).click();
    await page.getByRole('button', { name: `More for ${flag.key}` }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    const remove = page.getByRole('button', { name: 'Delete permanently' });
    await page.getByLabel(/^Type/).fill(flag.key.toUpperCase());
    expect(await remove.isDisabled()).toBe(true);
    await page.getByLabel(/^Type/).fill(flag.key);
    page.on('dialog', (dialog) => void dialog.dismiss());
    await remove.click();
    await page.getByText('No flags yet').waitFor();
    await expectNoDrafts(page);
    expect((await project.owner.client.get(`/api/flags/${flag.id}`)).status).toBe(404);
  });

  it('is renamed and described', async () => {
    const { project, flag, page } = await aFlagPage();
    await page.getByRole('button', { name: `More for ${flag.key}` }).click();
    await page.getByRole('menuitem', { name: 'Edit name and description' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Checkout, second edition');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Goes in May.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    // The field it was typed in holds the same text for as long as it is there.
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('main').getByText('Goes in May.').waitFor();
    expect((await project.owner.client.get(`/api/flags/${flag.id}`)).body).toMatchObject({
      name: 'Checkout, second edition',
      description: 'Goes in May.',
    });
  });

  it('fits a phone', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const page = await browser.open(project.owner, pageOf(project, flag), { phone: true });
    await page.getByRole('switch', { name: 'Switch in Development' }).click();
    await page.getByText('1 unsaved change', { exact: true }).waitFor();
    await expectNoSidewaysScroll(page);
  });
});
