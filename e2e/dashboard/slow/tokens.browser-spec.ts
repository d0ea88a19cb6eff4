import {
  aFlag,
  aProject,
  aUser,
  eventually,
  PASSWORD,
  queryDatabase,
  sharedCluster,
  TestClient,
  unique,
  type User,
} from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aBrowser, copyWith, expectAccessible, expectNoSidewaysScroll, expectToFit } from '../browser.js';

const { url } = sharedCluster();
const browser = aBrowser();

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const dialogOf = (page: Page) => page.getByRole('dialog');
const pressIn = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true }).click();
const tokens = (page: Page) => page.getByRole('region', { name: 'API tokens', exact: true });

/** What a program with the token gets. */
const callWith = (token: string, path: string, method = 'GET', body?: unknown) =>
  new TestClient(url).call(method, path, { body, headers: { authorization: `Bearer ${token}` } });

/** At 390, 640, 1,024 and 1,440 pixels. */
async function expectAllWell(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectToFit(page);
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await eventually(() => expectNoSidewaysScroll(page));
  }
}

/** The sign-in was long ago, so that making a token needs a fresh proof. */
const age = ({ id }: User) =>
  queryDatabase(
    `update auth.sessions set created_at = created_at - interval '11 minutes', proved_at = null where user_id = $1`,
    [id],
  );

async function takeToken(page: Page): Promise<string> {
  await page.getByText('Copy the token now. It is shown only once.').waitFor();
  const token = (await dialogOf(page).locator('code').textContent()) ?? '';
  expect(await copyWith(page.getByRole('button', { name: 'Copy token' }), token)).toMatch(/^bge_tok_/);
  return token;
}

describe('API tokens', () => {
  it('of an account: made with a password, copied once, used, revoked', async () => {
    const project = await aProject(url, { name: unique('Web shop') });
    const flag = await aFlag(project);
    const { body } = await project.owner.client.get(`/api/projects/${project.id}`);
    await age(project.owner);
    const page = await browser.open(project.owner, '/account');
    await tokens(page).getByText('With a token, a script or a CI job').waitFor();
    await press(page, 'Make token');
    const dialog = dialogOf(page);
    await dialog.getByText(/^Reads everything but keys in all your projects, until /).waitFor();
    await dialog.getByLabel('Read', { exact: true }).uncheck();
    await dialog.getByLabel('Ends in').selectOption('Another number of days');
    await dialog.getByLabel('Number of days').fill('1000');
    await pressIn(page, 'Make token');
    await dialog.getByText('Enter a name.').waitFor();
    await dialog.getByText('Choose at least one.').waitFor();
    await dialog.getByText('Enter a whole number from 1 to 366.').waitFor();
    await eventually(async () => expect(await dialog.getByLabel('Number of days').inputValue()).toBe('1000'));
    await expectAccessible(page);

    await dialog.getByLabel('Name').fill('deploy-bot');
    await dialog.getByLabel('Switch', { exact: true }).check();
    await dialog.getByLabel('Number of days').fill('5');
    await dialog.getByPlaceholder('All').click();
    await page.getByRole('option', { name: body.name }).click();
    await dialog.getByPlaceholder('All').click();
    await page.getByRole('option', { name: 'Development' }).click();
    const does = `Switches flags in Development of ${body.name}`;
    await dialog.getByText(`${does}, until `).waitFor();
    await dialog.getByLabel('Name').click();
    await pressIn(page, 'Make token');
    const password = dialog.getByLabel('Your password', { exact: true });
    await password.fill('not the password');
    await page.keyboard.press('Enter');
    await dialog.getByText('Is not the current password.').waitFor();
    await eventually(async () => expect(await dialog.getByLabel('Name').inputValue()).toBe('deploy-bot'));
    await password.fill(PASSWORD);
    await page.keyboard.press('Enter');
    const token = await takeToken(page);
    const command = await copyWith(page.getByRole('button', { name: 'Copy command' }), /^curl /);
    expect(command).toContain(token);
    await expectAllWell(page);
    await pressIn(page, 'Done');
    await eventually(async () => expect(await page.getByText('bge_tok_').count()).toBe(0));
    await tokens(page).getByText(does).waitFor();
    await tokens(page).getByText('Never used').waitFor();
    await tokens(page).getByText('Make another one in time.').waitFor();

    const valueIn = (environment: { id: string }) => `/api/flags/${flag.id}/environments/${environment.id}/toggle`;
    const used = await callWith(token, valueIn(project.development), 'PATCH', { is_enabled: true });
    expect(used.status).toBe(200);
    expect((await callWith(token, valueIn(project.production), 'PATCH', { is_enabled: true })).status).toBe(403);
    await page.reload();
    await tokens(page)
      .getByText(/^Last used .* from 127\./)
      .waitFor();
    await expectAllWell(page);

    await press(page, 'Revoke deploy-bot');
    await dialog.getByText('Programs that use it are refused at once.').waitFor();
    await expectAccessible(page);
    await pressIn(page, 'Revoke token');
    await page.getByText('deploy-bot is revoked').waitFor();
    await tokens(page).getByText('With a token, a script or a CI job').waitFor();
    expect((await callWith(token, valueIn(project.development), 'PATCH', { is_enabled: false })).status).toBe(401);

    await page.goto(`${url}/projects/${project.id}/history`);
    const switched = page.getByRole('listitem').filter({ hasText: 'switched on' });
    await switched.getByText(`deploy-bot for ${project.owner.name}`).waitFor();
  }, 240_000);

  it('of a project, and of the installation, which owners admit and exclude', async () => {
    const project = await aProject(url, { name: unique('Web shop') });
    const administrator = await aUser(url);
    await queryDatabase('update auth.users set administrator_since = now() where id = $1', [administrator.id]);
    const bot = unique('reporter');
    const admin = await browser.open(administrator, '/administration/tokens');
    await press(admin, 'Make token');
    await dialogOf(admin).getByLabel('Administer', { exact: true }).waitFor();
    await dialogOf(admin).getByText('Reads everything but keys in every project that admits it').waitFor();
    await dialogOf(admin).getByLabel('Name').fill(bot);
    await pressIn(admin, 'Make token');
    const wide = await takeToken(admin);
    await pressIn(admin, 'Done');
    await admin.getByRole('listitem').filter({ hasText: bot }).getByText(`by ${administrator.name}`).waitFor();
    await expectAllWell(admin);

    const page = await browser.open(project.owner, `/projects/${project.id}/settings`);
    await tokens(page).getByText('With a token, a CI job or another program').waitFor();
    await tokens(page).getByRole('button', { name: 'Make token' }).click();
    await dialogOf(page).getByLabel('Name').fill('deploys');
    await pressIn(page, 'Make token');
    const own = await takeToken(page);
    await pressIn(page, 'Done');
    const flags = `/api/projects/${project.id}/flags`;
    expect((await callWith(own, flags)).status).toBe(200);
    expect((await callWith(wide, flags)).status).toBe(404);
    const others = page.getByRole('region', { name: 'API tokens of the installation' });
    await others.getByRole('listitem').filter({ hasText: bot }).getByText('No access').waitFor();
    await press(page, `Admit ${bot}`);
    await pressIn(page, 'Admit');
    await page.getByText(`${bot} is admitted`).waitFor();
    expect((await callWith(wide, flags)).status).toBe(200);
    await expectAllWell(page);
    await press(page, `Exclude ${bot}`);
    await pressIn(page, 'Exclude');
    await page.getByText(`${bot} is excluded`).waitFor();
    expect((await callWith(wide, flags)).status).toBe(404);
    await press(page, 'Revoke deploys');
    await pressIn(page, 'Revoke token');
    await page.getByText('deploys is revoked').waitFor();
    expect((await callWith(own, flags)).status).toBe(401);

    await page.goto(`${url}/projects/${project.id}/history`);
    for (const did of ['made the API token deploys', `admitted the API token ${bot}`, `excluded the API token ${bot}`])
      await page.getByRole('listitem').filter({ hasText: did }).waitFor();

    await press(admin, `Revoke ${bot}`);
    await pressIn(admin, 'Revoke token');
    await admin.getByText(`${bot} is revoked`).waitFor();
    expect((await callWith(wide, '/api/projects')).status).toBe(401);
  }, 240_000);

  it('with limits, which its sentence, its row and the service keep', async () => {
    const project = await aProject(url, { name: unique('Web shop') });
    const flag = await aFlag(project);
    const page = await browser.open(project.owner, `/projects/${project.id}/settings`);
    await press(page, 'Make token');
    const dialog = dialogOf(page);
    await dialog.getByLabel('Name').fill('roller');
    await dialog.getByText('Limits', { exact: true }).waitFor({ state: 'detached' });
    await dialog.getByLabel('Edit', { exact: true }).check();
    await dialog.getByText('Limits', { exact: true }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Ask for approval of anything else').check();
    await page.keyboard.press('Enter');
    await dialog.getByText('Enter a limit first.').waitFor();
    await dialog.getByLabel('Largest step').fill('101');
    await dialog.getByText('Limits', { exact: true }).click();
    await pressIn(page, 'Make token');
    await dialog.getByText('Enter a whole number from 0 to 100.').waitFor();
    await expectAllWell(page);
    await dialog.getByLabel('Largest step').fill('5');
    await dialog.getByLabel('Only these flags').fill(flag.key);
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Flags with this tag').fill('Beta');
    await dialog.getByLabel('Changes in all').fill('2');
    const limits =
      `; changes only ${flag.key} and flags with the tag beta, by up to 5 percentage points at a time, ` +
      'where a rule counts as 100, up to 2 changes in all, and asks for approval of anything else';
    await dialog.getByText(limits).waitFor();
    await pressIn(page, 'Make token');
    const token = await takeToken(page);
    await pressIn(page, 'Done');
    await tokens(page).getByText(limits).waitFor();
    await expectAllWell(page);
    const path = `/api/flags/${flag.id}/environments/${project.development.id}`;
    expect((await callWith(token, path, 'PATCH', { rollout_percentage: 96 })).status).toBe(200);
    expect((await callWith(token, path, 'PATCH', { rollout_percentage: 10 })).status).toBe(202);
  }, 240_000);

  it('of CI jobs, which are trusted in chosen environments', async () => {
    const project = await aProject(url, { name: unique('Web shop') });
    const page = await browser.open(project.owner, `/projects/${project.id}/settings`);
    await press(page, 'Trust jobs');
    const dialog = dialogOf(page);
    await dialog.getByText('Nothing yet: choose what they may do, and in which environments.').waitFor();
    await dialog.getByLabel('Name', { exact: true }).fill('deploy');
    await dialog.getByLabel('Number of the repository (repository_id)').fill('74');
    await dialog.getByText('Limits', { exact: true }).click();
    await dialog.getByLabel('Changes in all').fill('3');
    await pressIn(page, 'Trust jobs');
    await dialog.getByText('Choose at least one.').waitFor();
    await expectAllWell(page);
    await dialog.getByPlaceholder('None yet').click();
    await page.getByRole('option', { name: 'Development' }).click();
    const does = /^Switches flags in Development of .*; changes flags, up to 3 changes in each job/;
    await dialog.getByText(does).waitFor();
    await dialog.getByLabel('Changes in all').click();
    await pressIn(page, 'Trust jobs');
    await dialog.getByText('Must name one of ref, environment').waitFor();
    await dialog.getByLabel('Its name').fill('refs/heads/main');
    await pressIn(page, 'Trust jobs');
    await page.getByText('Jobs of deploy are trusted').waitFor();
    const trusts = page.getByRole('region', { name: 'CI without a secret' });
    await trusts.getByText(does).waitFor();
    await expectAllWell(page);
    const { body } = await project.owner.client.get(`/api/projects/${project.id}/trusts`);
    expect(body).toMatchObject([{ environments: [project.development.id], limits: { changes: 3 } }]);
  }, 240_000);
});
