import { aFlag, aMember, aProject, eventually, PASSWORD, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aBrowser, expectToFit, follow } from './browser.js';
import { openLine, pageOf, stored } from './screens.js';

const { url } = sharedCluster();
const browser = aBrowser();
const PLAIN = { environments: [{ name: 'Development' }, { name: 'Production' }] };
const GUARDED = { environments: [{ name: 'Development' }, { name: 'Production', protected: true }] };

/** The page stores drafts after it has drawn them. */
const expectNoDrafts = (page: Page) =>
  eventually(async () =>
    expect(await page.evaluate('Object.keys(sessionStorage).filter((name) => /drafts/.test(name))')).toEqual([]),
  );

/** A project with a flag, and the flag's page, open for the owner. */
async function aFlagPage(projectRequest: object = {}, flagRequest: object = {}) {
  const project = await aProject(url, projectRequest);
  const flag = await aFlag(project, flagRequest);
  const page = await browser.open(project.owner, pageOf(project, flag));
  return { project, flag, page };
}

describe("a flag's page", () => {
  it('collects changes in one bar that lists them, and saves them together', async () => {
    const { project, flag, page } = await aFlagPage(PLAIN, { type: 'number' });
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    const development = page.getByRole('region', { name: /Development/ });
    await development.getByText("Off. Your code's default applies.").waitFor();
    await development.getByRole('switch', { name: 'Switch in Development' }).click();
    await development.getByText("On without a value: your code's default applies.").waitFor();
    await openLine(page, 'Development');
    await development.getByRole('button', { name: 'Set a value' }).click();
    await development.getByLabel('Value', { exact: true }).fill('many');
    await development.getByText('Enter a number, such as 20 or 1.5.').waitFor();
    await bar.getByText('Development: Enter a number, such as 20 or 1.5.').waitFor();
    await eventually(async () => expect(await bar.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true));
    await development.getByLabel('Value', { exact: true }).fill('20');
    await development.getByText('On: everyone gets 20.').waitFor();
    await development.getByLabel('Users with an attribute').check();
    await bar.getByText('Development: Enter an attribute, such as country.').waitFor();
    await development.getByLabel('If attribute').fill('country');
    await development.getByLabel('Rule value').fill('NO');
    await development
      .getByText("On: users whose country is “NO” get 20, all others get your code's default.")
      .waitFor();
    await page.getByRole('switch', { name: 'Switch in Production' }).click();
    await bar.getByText('5 unsaved changes').waitFor();
    expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(56);
    await bar.getByRole('button', { name: 'Show changes' }).click();
    await bar.getByText('Production', { exact: true }).waitFor();
    await expectToFit(page);
    expect(await stored(project, flag, 'Production')).toMatchObject({ is_enabled: false });
    await bar.getByRole('button', { name: 'Save' }).click();
    await bar.waitFor({ state: 'detached' });
    expect(await stored(project, flag, 'Production')).toMatchObject({ is_enabled: true });
    expect(await stored(project, flag, 'Development')).toMatchObject({
      is_enabled: true,
      targeting_attribute: 'country',
      targeting_value: 'NO',
      targeting_return_value: '20',
    });
    // The differences between environments are one table.
    await page.getByRole('button', { name: 'Show Side by side' }).click();
    const matrix = page.getByRole('group', { name: 'Side by side' });
    await eventually(async () =>
      expect(await matrix.getByRole('columnheader', { name: 'Who gets it' }).count()).toBe(1),
    );
    const row = matrix.getByRole('row').filter({ hasText: 'Development' });
    await eventually(async () =>
      expect(await row.getByRole('cell').allInnerTexts()).toContain('users whose country is “NO”'),
    );
  });

  it('edits a rule with several values as chips, pastes a column, and compares what is almost a list as text', async () => {
    const { project, flag, page } = await aFlagPage(PLAIN);
    const development = page.getByRole('region', { name: /Development/ });
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await development.getByRole('switch', { name: 'Switch in Development' }).click();
    await openLine(page, 'Development');
    await development.getByRole('button', { name: 'Add rule' }).click();
    await development.getByLabel('If attribute').fill('country');
    await development.getByLabel('Rule value').fill('["NO",1]');
    await development.getByText('Compared as one text: this is not a JSON list of texts.').waitFor();
    await development.getByLabel('Rule value').fill('NO');
    await development.getByLabel('Comparison').selectOption('is one of');
    const values = development.getByRole('textbox', { name: 'Rule values' });
    await values.fill('SE\u200b');
    await values.press('Enter');
    await development.getByRole('button', { name: 'Remove “SE\u2066U+200B\u2069”' }).click();
    await values.evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'SE\r\nDK\tNO\r\n');
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await values.fill('FI');
    await values.press('Tab');
    await development
      .getByText('On for everyone; users whose country is “NO”, “SE”, “DK”, or “FI” get true.')
      .waitFor();
    await bar.getByRole('button', { name: 'Save' }).click();
    await bar.waitFor({ state: 'detached' });
    expect(await stored(project, flag, 'Development')).toMatchObject({ targeting_value: '["NO","SE","DK","FI"]' });
    // The differences are values.
    await values.press('Backspace');
    await bar.getByRole('button', { name: 'Show changes' }).click();
    await bar.getByText('“FI” (3 others stay)').waitFor();
    await bar.getByText('3 values').waitFor();
    await expectToFit(page);
  });

  it('asks before a first condition takes the value from all other users', async () => {
    const project = await aProject(url, PLAIN);
    const flag = await aFlag(project, { type: 'number' });
    const lone = { is_enabled: true, rollout_percentage: 25, targeting_return_value: '7' };
    await project.owner.client.patch(`/api/flags/${flag.id}/environments/${project.development.id}`, lone);
    const page = await browser.open(project.owner, pageOf(project, flag));
    const development = page.getByRole('region', { name: /Development/ });
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await development.getByText("On: 25% of users get 7, all others get your code's default.").waitFor();
    await openLine(page, 'Development');
    await eventually(async () => expect(await development.getByLabel('A percentage of users').isChecked()).toBe(true));
    await eventually(async () => expect(await development.getByLabel('Value', { exact: true }).inputValue()).toBe('7'));
    await development.getByLabel('Users with an attribute').check();
    await development.getByLabel('If attribute').fill('country');
    await development.getByLabel('Rule value').fill('NO');
    await bar.getByRole('button', { name: 'Save…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change Development?' });
    await dialog
      .getByText("Only users whose country is “NO” keep 7. Your code's default applies to all others.")
      .waitFor();
    await dialog.getByRole('button', { name: 'Save in Development' }).click();
    await bar.waitFor({ state: 'detached' });
    await development.getByLabel('Everyone').check();
    await development.getByText('On: everyone gets 7.').waitFor();
    await development.getByRole('button', { name: 'Remove value' }).click();
    await development.getByText("On without a value: your code's default applies.").waitFor();
    await bar.getByRole('button', { name: 'Save', exact: true }).click();
    await bar.waitFor({ state: 'detached' });
    expect(await stored(project, flag, 'Development')).toMatchObject({
      targeting_attribute: null,
      targeting_value: null,
      targeting_return_value: null,
    });
  });

  it('moves the slider by keyboard, and discards changes', async () => {
    const { page } = await aFlagPage();
    await openLine(page, 'Development');
    await page.getByRole('slider', { name: 'Rollout in Development' }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByText('1 unsaved change', { exact: true }).waitFor();
    await eventually(async () =>
      expect(await page.getByLabel('Rollout in Development, percent').inputValue()).toBe('99'),
    );
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' });
    await eventually(async () =>
      expect(await page.getByLabel('Rollout in Development, percent').inputValue()).toBe('100'),
    );
  });

  it('asks again before it changes a protected environment, with the difference', async () => {
    const { project, flag, page } = await aFlagPage(GUARDED);
    await page.getByRole('switch', { name: 'Switch in Production' }).click();
    await page.getByRole('button', { name: 'Save…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change Production?' });
    await dialog.getByText('Now off for everyone.').waitFor();
    await dialog.getByText('Then on for everyone.').waitFor();
    await eventually(async () => expect(await page.evaluate('document.activeElement.textContent')).toBe('Cancel'));
    expect(await stored(project, flag, 'Production')).toMatchObject({ is_enabled: false });
    await dialog.getByRole('button', { name: 'Save in Production' }).click();
    await eventually(async () => expect(await stored(project, flag, 'Production')).toMatchObject({ is_enabled: true }));

    // Another user makes the change of the question: the next change must not reopen the question by itself.
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
    await eventually(async () => expect(await dialog.count()).toBe(0));
  });

  it('shows both versions to the second of two users who change a value', async () => {
    const { project, flag, page } = await aFlagPage();
    const colleague = await aMember(url, project, 'editor');
    await openLine(page, 'Development');
    await page.getByLabel('Rollout in Development, percent').fill('40');
    await page.getByText('1 unsaved change', { exact: true }).waitFor();
    const path = `/api/flags/${flag.id}/environments/${project.development.id}`;
    await colleague.client.patch(path, { is_enabled: true, rollout_percentage: 60 });
    const line = page.getByRole('region', { name: /Development/ });
    await line.getByText(`${colleague.name} changed this`).waitFor();
    await line.getByText('Unsaved changes').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Development has changed' });
    await dialog.getByText(`${colleague.name} saved another value`).waitFor();
    const cells = (field: string) => dialog.getByRole('row').filter({ hasText: field }).getByRole('cell');
    await eventually(async () => expect(await cells('Rollout').allInnerTexts()).toEqual(['60%', '40%']));
    await eventually(async () => expect(await cells('Status').allInnerTexts()).toEqual(['on', 'on']));
    expect(await stored(project, flag, 'Development')).toMatchObject({ rollout_percentage: 60 });
    await dialog.getByRole('button', { name: 'Keep my changes' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await eventually(async () =>
      expect(await stored(project, flag, 'Development')).toMatchObject({ is_enabled: true, rollout_percentage: 40 }),
    );
  });

  it('refuses a save that another one overtakes, and shows both versions', async () => {
    const { project, flag, page } = await aFlagPage();
    await openLine(page, 'Development');
    await page.getByLabel('Rollout in Development, percent').fill('40');
    await page.route(/\/api\/flags\/[^/]+$|\/flags\?/, (route) => route.abort());
    const path = `/api/flags/${flag.id}/environments/${project.development.id}`;
    await project.owner.client.patch(path, { rollout_percentage: 60 });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`${flag.key} was not saved in Development`).waitFor();
    await page.getByText(/ changed this$/).waitFor();
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
    const dialog = page.getByRole('dialog', { name: `Compare ${flag.key} in two environments` });
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
    await openLine(page, 'Development');
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
    await eventually(async () => expect(await share.inputValue()).toBe('40'));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`Saved ${flag.key} in Development`).waitFor();
    const { body } = await colleague.client.get(`/api/flags/${flag.id}/environments`);
    expect(body[0]).toMatchObject({ rollout_percentage: 40 });

    await share.fill('50');
    await page.getByText('1 unsaved change', { exact: true }).waitFor();
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save' }).click();
    await signIn(colleague.email);
    await openLine(page, 'Development');
    await eventually(async () => expect(await share.inputValue()).toBe('40'));
    await eventually(async () => expect(await page.getByText('unsaved change').count()).toBe(0));
    await expectNoDrafts(page);
  });

  it('asks before the user leaves unsaved changes, then discards them', async () => {
    const { flag, page } = await aFlagPage();
    const share = page.getByLabel('Rollout in Development, percent');
    await openLine(page, 'Development');
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
    await openLine(page, 'Development');
    await eventually(async () => expect(await share.inputValue()).toBe('100'));
  });

  it('asks before a sign-out with unsaved changes', async () => {
    const { project, page } = await aFlagPage();
    await openLine(page, 'Development');
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

  it('archives a flag, finds it in the archive, and deletes it only after its key is typed', async () => {
    const { project, flag, page } = await aFlagPage(GUARDED);
    await page.getByRole('button', { name: `More for ${flag.key}` }).click();
    await page.getByRole('menuitem', { name: 'Archive…' }).click();
    await page.getByRole('button', { name: 'Archive', exact: true }).click();
    const toast = page.getByRole('alert').filter({ hasText: `${flag.key} was archived` });
    await eventually(async () =>
      expect(await toast.getByRole('status').textContent()).toBe('Production: No client is connected.'),
    );
    expect((await project.owner.client.get(`/api/projects/${project.id}/flags`)).body).toEqual([]);
    await page.keyboard.press('Control+z');
    await page.getByText(`${flag.key} was unarchived`).waitFor();
    await project.owner.client.post(`/api/flags/${flag.id}/archive`, {});
    await page.getByText("Your code's default applies.").waitFor();
    await follow(page, `/projects/${project.id}/flags?archived=true`);
    await page.getByRole('link', { name: flag.key }).click();
    await page.getByRole('button', { name: `More for ${flag.key}` }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    const remove = page.getByRole('button', { name: 'Delete permanently' });
    await page.getByLabel(/^Type/).fill(flag.key.toUpperCase());
    await eventually(async () => expect(await remove.isDisabled()).toBe(true));
    await page.getByLabel(/^Type/).fill(flag.key);
    page.on('dialog', (dialog) => void dialog.dismiss());
    await remove.click();
    await page.getByText('No flags yet').waitFor();
    await expectNoDrafts(page);
    expect((await project.owner.client.get(`/api/flags/${flag.id}`)).status).toBe(404);
  });

  it('links back to the same list, and has an address for each part', async () => {
    const { project, flag, page } = await aFlagPage();
    const back = page.getByRole('link', { name: 'All flags' });
    await page.goto(`${url}/projects/${project.id}/flags?state=off&sort=changed`);
    await page.getByRole('link', { name: flag.key }).click();
    await page.getByText(`by ${project.owner.name}`).first().waitFor();
    await page.getByRole('tab', { name: 'Code' }).click();
    await page.getByLabel('JavaScript snippet', { exact: true }).getByText(flag.key).first().waitFor();
    await page.reload();
    await page.getByLabel('JavaScript snippet', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Environments' }).click();
    await page.goBack();
    await page.getByRole('link', { name: flag.key }).click();
    await back.click();
    await page.getByRole('grid', { name: 'Flags' }).waitFor();
    expect(new URL(page.url()).search).toBe('?state=off&sort=changed');
    await eventually(async () => expect(await page.evaluate('document.activeElement.textContent')).toBe(flag.key));
  });
});
