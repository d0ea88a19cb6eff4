import { randomUUID } from 'node:crypto';
import { aFlag, aProject, eventually, sharedCluster, TestClient } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { aBrowser, expectAccessible, expectToFit } from '../browser.js';
import { pageOf } from '../screens.js';

const { url } = sharedCluster();
const browser = aBrowser();
const PLAIN = { environments: [{ name: 'Development' }, { name: 'Production' }] };
const GUARDED = { environments: [{ name: 'Development' }, { name: 'Production', protected: true }] };

describe("a flag's page", () => {
  it('confirms before it unarchives a flag that is on in a protected environment', async () => {
    const project = await aProject(url, GUARDED);
    const flag = await aFlag(project);
    const page = await browser.open(project.owner, pageOf(project, flag));
    const { owner, production } = project;
    await owner.client.patch(`/api/flags/${flag.id}/environments/${production.id}`, { is_enabled: true });
    await owner.client.post(`/api/flags/${flag.id}/archive`, {});
    await page.getByRole('button', { name: 'Unarchive', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `Unarchive ${flag.key}?` });
    await dialog.getByText('Production: on for everyone').waitFor();
    await dialog.getByText('Development: off').waitFor();
    await dialog.getByText('This environment is protected').waitFor();
    await dialog.getByRole('button', { name: 'Unarchive' }).click();
    await page.getByText(`${flag.key} was unarchived`).waitFor();
    expect((await owner.client.get(`/api/projects/${project.id}/flags`)).body).toMatchObject([{ key: flag.key }]);
  });

  it('edits name, description, tags, owner, kind and end date', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const page = await browser.open(project.owner, pageOf(project, flag));
    await page.getByRole('button', { name: `More for ${flag.key}` }).click();
    await page.getByRole('menuitem', { name: 'Edit details' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Checkout, second edition');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Goes in May.');
    await dialog.getByRole('combobox', { name: 'Tags' }).fill('Team:Shop');
    await dialog.getByRole('combobox', { name: 'Tags' }).press('Enter');
    await dialog.getByRole('combobox', { name: 'Owner' }).fill(project.owner.name);
    await page.getByRole('option', { name: project.owner.name }).click();
    await dialog.getByRole('combobox', { name: 'Kind' }).selectOption('Release');
    await dialog.getByLabel('End date').fill('2999-01-31');
    await dialog.getByRole('button', { name: 'Save' }).click();
    // The input field contains the same text until the dialog is gone.
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('main').getByText('Goes in May.').waitFor();
    expect((await project.owner.client.get(`/api/flags/${flag.id}`)).body).toMatchObject({
      name: 'Checkout, second edition',
      description: 'Goes in May.',
      tags: ['team:shop'],
      owner_name: project.owner.name,
      kind: 'release',
      ends_on: '2999-01-31',
    });
  });

  it('shows reported usage, and works while usage is down', async () => {
    const project = await aProject(url, PLAIN);
    const flag = await aFlag(project);
    const page = await browser.open(project.owner, pageOf(project, flag));
    const { owner, development } = project;
    await page.getByRole('tab', { name: 'Usage' }).click();
    await page.getByText('No usage reported', { exact: true }).waitFor();
    await expectAccessible(page);

    const { body: environments } = await owner.client.get(`/api/projects/${project.id}/environments`);
    const report = {
      app: 'checkout',
      sdk: 'a-client',
      sdk_version: '1.2',
      instance: 'i',
      position: environments[0].position,
      flags: { [flag.key]: { on: 3, off: 1 } },
      unknown: { 'new-chekcout': 2 },
    };
    const by = { 'x-sdk-key': development.sdk_key };
    await new TestClient(url).post('/api/v1/usage', { window: randomUUID(), reports: [report] }, by);
    await eventually(async () => {
      const { body } = await owner.client.get(`/api/flags/${flag.id}/usage?environment=${development.id}`);
      expect(body).toMatchObject([{ last_at: expect.any(String) }]);
    });
    await page.reload();
    const ofDevelopment = page.getByRole('region', { name: 'Development' });
    await ofDevelopment.getByText(/^Last evaluated .+ · 4 evaluations in the last 7 days$/).waitFor();
    await ofDevelopment.getByRole('img', { name: /by hour, last 7 days: 4 evaluations, peak 4 at/ }).waitFor();
    await ofDevelopment.getByText('75% (3)').waitFor();
    await ofDevelopment.getByRole('row').filter({ hasText: 'checkout' }).getByText('a-client 1.2').waitFor();
    await page.getByRole('region', { name: 'Production' }).getByText('No usage reported here').waitFor();
    await expectAccessible(page);
    await expectToFit(page);

    await page.route('**/usage?*', (route) => route.fulfill({ status: 503 }));
    await page.getByText('30 days', { exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'Usage is not available' }).waitFor();
    await page.getByRole('tab', { name: 'Environments' }).click();
    await page.getByRole('switch', { name: 'Switch in Development' }).waitFor();

    await page.unrouteAll();
    await page.goto(`${url}/projects/${project.id}/environments`);
    await page.getByText('SDKs reported in the last day: a-client 1.2').waitFor();
    await page.getByRole('link', { name: 'Usage', exact: true }).click();
    const flags = page.getByRole('region', { name: 'Flags by application' });
    await page.getByLabel('Environment').selectOption('Development');
    await flags.getByRole('row').filter({ hasText: flag.key }).getByText('checkout', { exact: true }).waitFor();
    const usage = page.getByRole('region', { name: 'Applications', exact: true });
    const { revision } = environments[0];
    await usage
      .getByRole('row')
      .filter({ hasText: 'a-client 1.2' })
      .getByText(`1 instance on the latest revision, ${revision}`)
      .waitFor();
    await usage.getByRole('row').filter({ hasText: 'new-chekcout' }).getByText('checkout', { exact: true }).waitFor();
    await expectAccessible(page);
    await expectToFit(page);
  });
});
