import { aFlag, aMember, aProject, eventually, sharedCluster, WebhookReceiver } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { aBrowser, copyWith, expectAccessible, expectNoSidewaysScroll } from '../browser.js';

const { url } = sharedCluster();
const browser = aBrowser();
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await WebhookReceiver.start();
});
afterAll(() => receiver?.stop());

describe('webhooks in the settings', () => {
  it('creates a webhook, copies its secret once, tests it, redelivers, disables and deletes it', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const page = await browser.open(project.owner, `/projects/${project.id}/settings`);
    await page.getByText('A webhook sends changes in this project').waitFor();
    await page.getByRole('button', { name: 'Create webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('CI');
    await dialog.getByLabel('Address').fill('ftp://hooks.example.com');
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await dialog.getByText(/must start with https/i).waitFor();
    await dialog.getByLabel('Address').fill(`${receiver.url}/ci`);
    await dialog.getByPlaceholder('All').first().click();
    await page.getByRole('option', { name: 'Production' }).click();
    await dialog.getByLabel('Name').click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByText('Copy the secret now.').waitFor();
    const secret = (await dialog.locator('code').textContent()) ?? '';
    expect(await copyWith(page.getByRole('button', { name: /Copy signing secret/i }), secret)).toBe(secret);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const list = page.getByRole('list', { name: 'Webhooks' });
    await list.getByText('Enabled').waitFor();
    await eventually(async () => expect(await page.getByText(secret).count()).toBe(0));

    await list.getByRole('button', { name: 'Deliveries' }).click();
    await dialog.getByText('Nothing was sent in the last 7 days.').waitFor();
    await dialog.getByRole('button', { name: 'Send test' }).click();
    await dialog.getByText('Delivered (204)').waitFor();
    const path = `/api/flags/${flag.id}/environments/${project.production.id}/toggle`;
    await project.owner.client.patch(path, { is_enabled: true });
    await dialog.getByText('Flag switched').waitFor();
    await expectAccessible(page);
    await dialog
      .getByRole('button', { name: /^Send again: / })
      .first()
      .click();
    await eventually(() => expect(receiver.at('/ci')).toHaveLength(3));
    for (const { body, headers } of receiver.at('/ci'))
      expect(new Webhook(secret).verify(body, headers)).toHaveProperty('type');
    await page.keyboard.press('Escape');

    const act = async (name: string) => {
      await list.getByRole('button', { name: 'More for CI' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await act('Rotate secret');
    await page.getByText('messages are signed with both the old and the new secret').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await act('Disable');
    await list.getByText('Disabled', { exact: true }).waitFor();
    await act('Delete');
    await dialog.getByRole('textbox').fill('CI');
    await dialog.getByRole('button', { name: 'Delete webhook' }).click();
    await page.getByText('CI was deleted').waitFor();
    await page.getByText('A webhook sends changes in this project').waitFor();
  });

  it('say why a webhook was disabled, fit a phone, and are hidden from editors', async () => {
    const project = await aProject(url);
    const { client } = project.owner;
    const webhooks = `/api/projects/${project.id}/webhooks`;
    await client.post(webhooks, { name: 'Deploys', url: `${receiver.url}/deploys`, actions: ['project_update'] });
    receiver.status = 410;
    await client.patch(`/api/projects/${project.id}`, { description: 'Another one' });
    const page = await browser.open(project.owner, `/projects/${project.id}/settings`, { phone: true });
    await page.getByText('Disabled because the address no longer exists').waitFor();
    await expectNoSidewaysScroll(page);
    receiver.status = 204;
    const editor = await aMember(url, project, 'editor');
    const other = await browser.open(editor, `/projects/${project.id}/settings`);
    await other.getByText('Export and import').waitFor();
    await eventually(async () => expect(await other.getByRole('heading', { name: 'Webhooks' }).count()).toBe(0));
  });
});
